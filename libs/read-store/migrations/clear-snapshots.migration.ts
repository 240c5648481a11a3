import type { VersionedMigration } from './migration';

const withWords = ['apikey', 'pin', 'project', 'sandbox_boards', 'schedule', 'webhook', 'webhook_delivery'];

/** Snapshots with what people wrote were stored in the clear until that was sealed; they only save reads, so they are made again. */
export const clearSnapshotsMigration: VersionedMigration = {
  name: 'read-store/011-clear-snapshots',
  up: async (tx) => {
    await tx.raw(`delete from read_store.snapshot where split_part(stream, '-', 1) = any(?)`, [withWords]);
  },
};
