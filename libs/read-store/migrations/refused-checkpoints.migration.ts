import type { VersionedMigration } from './migration';

/** A checkpoint that was once ahead of the log stays refused, however far the log comes afterwards. */
export const refusedCheckpointsMigration: VersionedMigration = {
  name: 'read-store/005-refused-checkpoints',
  up: async (tx) => void (await tx.raw('alter table service.checkpoint add column refused text')),
};
