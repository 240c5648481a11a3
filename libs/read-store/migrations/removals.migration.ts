import type { VersionedMigration } from './migration';

/** Rows of read models that nobody is shown any more and that are removed in portions. */
export const removalsMigration: VersionedMigration = {
  name: 'read-store/009-removals',
  up: async (tx) => {
    await tx.raw(`
      create table read_store.removal (
        projection text not null,
        version int not null,
        build int not null,
        owner uuid not null,
        before_epoch int not null,
        asked_at timestamptz not null default clock_timestamp(),
        primary key (projection, version, build, owner));
      comment on table read_store.removal is 'What a build of a projection still has to remove in portions: nobody is shown these rows any more.';
      comment on column read_store.removal.projection is 'Name of the projection.';
      comment on column read_store.removal.version is 'Version of its rules.';
      comment on column read_store.removal.build is 'Build of that version.';
      comment on column read_store.removal.owner is 'Id of what the rows belong to, such as a deleted webhook or a sandbox that was reset.';
      comment on column read_store.removal.before_epoch is 'Rows of this epoch of the owner and of later ones stay; 2147483647 where all go.';
      comment on column read_store.removal.asked_at is 'When the removal began.';`);
  },
};
