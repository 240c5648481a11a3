import type { Migration } from '@pps/read-store';

/** Grants of a board that may still matter, and those that are over, are found without reading all of the last hour. */
export const grantsIndexMigration: Migration = {
  name: 'pins/007-grants-index',
  up: async (tx) => {
    await tx.raw(`
      drop index service.publish_grant_account_id_board_id_idx;
      create index publish_grant_board on service.publish_grant (account_id, board_id, coalesce(claimed_at, 'infinity'));
      create index publish_grant_claimed on service.publish_grant (claimed_at) where claimed_at is not null;`);
  },
};
