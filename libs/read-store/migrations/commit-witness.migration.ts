import type { VersionedMigration } from './migration';

/** What each process knows the database to have stored for certain. */
export const commitWitnessMigration: VersionedMigration = {
  name: 'read-store/010-commit-witness',
  up: async (tx) => {
    await tx.raw(`
      create table read_store.commit_witness (
        process uuid primary key,
        count bigint not null,
        counted_at timestamptz not null default clock_timestamp());
      comment on table read_store.commit_witness is 'One row a running process, by which it notices that the database has lost commits: its count never goes back.';
      comment on column read_store.commit_witness.process is 'One run of one process.';
      comment on column read_store.commit_witness.count is 'How often the process has counted.';
      comment on column read_store.commit_witness.counted_at is 'When it counted last.';`);
  },
};
