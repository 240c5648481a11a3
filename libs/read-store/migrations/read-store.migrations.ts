import { buildsMigration } from './builds.migration';
import { clearSnapshotsMigration } from './clear-snapshots.migration';
import type { Migration } from './migration';
import { moveTables } from './move-tables';
import { projectionStatusMigration } from './projection-status.migration';
import { readStoreCommentsMigration } from './read-store-comments.migration';
import { refusedCheckpointsMigration } from './refused-checkpoints.migration';
import { passedOverItemsMigration } from './passed-over-items.migration';
import { commitWitnessMigration } from './commit-witness.migration';
import { removalsMigration } from './removals.migration';
import { snapshotsMigration } from './snapshots.migration';
import { visibleWorkspacesMigration, workspaceAnalystsMigration } from './workspace-analysts.migration';

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
