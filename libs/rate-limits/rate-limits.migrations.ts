import type { Migration } from '@pps/read-store';
import { rateLimitsCommentsMigration } from './rate-limits-comments.migration';

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
