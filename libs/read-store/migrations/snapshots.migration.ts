import type { VersionedMigration } from './migration';

/** States of long streams, so that a cold load does not read all of it; may be emptied at any time. */
export const snapshotsMigration: VersionedMigration = {
  name: 'read-store/003-snapshots',
  up: async (tx) => {
    await tx.raw(`
      create table service.snapshot (
        stream text primary key,
        version int not null,
        revision bigint not null,
        fact_id text not null,
        state jsonb not null,
        kept_at timestamptz not null default now())`);
  },
};
