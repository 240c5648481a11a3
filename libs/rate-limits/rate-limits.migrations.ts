import { describeTables, type Migration } from '@pps/read-store';

const rateLimitsCommentsMigration = describeTables('rate_limits', 'How often clients and projects did what is limited.', {
  attempt: {
    meaning: 'How often something was attempted in the present window.',
    columns: {
      subject: 'Keyed hash of what is limited.',
      source: 'Keyed hash of where it came from; empty where that does not matter.',
      window_ends_at: 'When its window is over.',
      attempts: 'Attempts in it.',
    },
  },
  bucket: {
    meaning: 'Token buckets that are not full.',
    columns: { name: 'Its name.', full_at: 'When it will be full if nothing more is taken.' },
  },
});

export const rateLimitsMigrations: readonly Migration[] = [
  {
    name: 'rate-limits/001-attempts-and-buckets',
    up: async (tx) => {
      await tx.raw(`
        create schema if not exists rate_limits;
        create table rate_limits.attempt (
          subject bytea not null,
          source bytea not null default '',
          window_ends_at timestamptz not null,
          attempts int not null,
          primary key (subject, source));
        create index on rate_limits.attempt (window_ends_at);
        create table rate_limits.bucket (
          name text primary key,
          full_at timestamptz not null);
        create index on rate_limits.bucket (full_at);`);
    },
  },
  rateLimitsCommentsMigration,
];
