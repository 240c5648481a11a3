import { buildsMigration } from './builds.migration';
import type { Migration, VersionedMigration } from './migration';
import { moveTables } from './move-tables';
import { projectionStatusMigration } from './projection-status.migration';
import { readStoreCommentsMigration } from './read-store-comments.migration';
import { visibleWorkspacesMigration, workspaceAnalystsMigration } from './workspace-analysts.migration';

/** What each process knows the database to have stored for certain. */
const commitWitnessMigration: VersionedMigration = {
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

/** Rows of read models that nobody is shown any more and that are removed in portions. */
const removalsMigration: VersionedMigration = {
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

/** Items of work that failed and are left alone for a while. */
const passedOverItemsMigration: Migration = {
  name: 'read-store/008-passed-over-items',
  up: async (tx) => {
    await tx.raw(`
      create table read_store.passed_over_item (
        task text not null,
        item text not null,
        failures int not null,
        last_error text not null,
        first_failed_at timestamptz not null,
        retry_at timestamptz not null,
        primary key (task, item));
      create index on read_store.passed_over_item (retry_at);
      comment on table read_store.passed_over_item is 'Items of a task that failed by themselves: each is tried again at retry_at, and the others of its task go on meanwhile.';
      comment on column read_store.passed_over_item.task is 'What was to be done.';
      comment on column read_store.passed_over_item.item is 'Id of what it was to be done for.';
      comment on column read_store.passed_over_item.failures is 'How often it has failed in a row.';
      comment on column read_store.passed_over_item.last_error is 'What went wrong last.';
      comment on column read_store.passed_over_item.first_failed_at is 'When it failed first.';
      comment on column read_store.passed_over_item.retry_at is 'Until when it is left alone.';`);
  },
};

const withWords = ['apikey', 'pin', 'project', 'sandbox_boards', 'schedule', 'webhook', 'webhook_delivery'];

/** Snapshots with what people wrote were stored in the clear until that was sealed; they only save reads, so they are made again. */
const clearSnapshotsMigration: VersionedMigration = {
  name: 'read-store/011-clear-snapshots',
  up: async (tx) => {
    await tx.raw(`delete from read_store.snapshot where split_part(stream, '-', 1) = any(?)`, [withWords]);
  },
};

/** A checkpoint that was once ahead of the log stays refused, however far the log comes afterwards. */
const refusedCheckpointsMigration: VersionedMigration = {
  name: 'read-store/005-refused-checkpoints',
  up: async (tx) => void (await tx.raw('alter table service.checkpoint add column refused text')),
};

/** States of long streams, so that a cold load does not read all of it; may be emptied at any time. */
const snapshotsMigration: VersionedMigration = {
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

export const readStoreMigrations: readonly Migration[] = [
  {
    name: 'read-store/001-checkpoints-leases-vault',
    up: async (tx) => {
      await tx.raw(`
        create schema projection;
        create schema read;
        create table service.installation (name text primary key, value text not null);
        create table service.checkpoint (
          kind text not null check (kind in ('projection', 'process')),
          name text not null,
          version int not null,
          store_id text not null,
          position bigint not null default -1,
          serving boolean not null default true,
          stopped_error text,
          stopped_position bigint,
          state jsonb,
          updated_at timestamptz not null default now(),
          primary key (kind, name, version));
        create table service.lease (
          duty text primary key,
          holder uuid not null,
          epoch bigint not null,
          expires_at timestamptz not null);
        create table service.vault_key (
          subject text primary key,
          wrapped_key bytea not null,
          master_key_id text not null,
          created_at timestamptz not null default now());
        create table service.vault_entry (
          ref uuid primary key,
          subject text not null references service.vault_key on delete cascade,
          kind text not null,
          ciphertext bytea not null,
          created_at timestamptz not null default now());
        create index on service.vault_entry (subject);`);
    },
  },
  buildsMigration,
  snapshotsMigration,
  refusedCheckpointsMigration,
  moveTables('read-store/006-own-schema', 'read_store', [
    { from: 'checkpoint', to: 'checkpoint' },
    { from: 'installation', to: 'installation' },
    { from: 'skipped_fact', to: 'skipped_fact' },
    { from: 'snapshot', to: 'snapshot' },
  ]),
  {
    name: 'read-store/007-own-build-numbers',
    up: async (tx) => void (await tx.raw('alter sequence service.projection_build set schema read_store')),
  },
  projectionStatusMigration,
  readStoreCommentsMigration,
  passedOverItemsMigration,
  removalsMigration,
  commitWitnessMigration,
  clearSnapshotsMigration,
  workspaceAnalystsMigration,
  visibleWorkspacesMigration,
];
