import type { Migration } from '@pps/read-store';

/** How often in a row the platform blocked an account, so that each wait is longer than the one before and one call finds out whether it is over. */
export const blockedAccountsMigration: Migration = {
  name: 'pins/012-blocked-accounts',
  up: async (tx) => {
    await tx.raw('alter table pins.pacing_bucket add column blocked_times int not null default 0, add column probe_until timestamptz');
  },
};
