import { describeTables } from '@pps/read-store';

export const rateLimitsCommentsMigration = describeTables('rate_limits', 'How often clients and projects did what is limited.', {
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
