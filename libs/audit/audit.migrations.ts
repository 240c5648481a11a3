import type { Migration } from '@pps/read-store';
import { auditCommentsMigration } from './audit-comments.migration';

export const auditMigrations: readonly Migration[] = [
  {
    name: 'audit/001-trees-checkpoints-keys',
    up: async (tx) => {
      await tx.raw(`
        create schema audit;
        create table audit.tree (
          tree_id uuid primary key,
          size bigint not null,
          signed_size bigint not null default 0) with (fillfactor = 70);

        create table audit.tree_hash (
          tree_id uuid not null,
          level int not null,
          index bigint not null,
          hash bytea not null,
          primary key (tree_id, level, index));

        create table audit.difference (
          tree_id uuid primary key,
          leaf_index bigint not null,
          stored_hash bytea not null,
          computed_hash bytea not null,
          found_at timestamptz not null default clock_timestamp());

        create table audit.signing_key (
          key_id text primary key,
          public_key bytea not null,
          vault_ref uuid not null,
          created_at timestamptz not null,
          retired_at timestamptz);
        create unique index on audit.signing_key ((true)) where retired_at is null;

        create table audit.operator_checkpoint (
          number bigint primary key,
          trees int not null,
          root_hash bytea not null,
          previous_hash bytea,
          signed_at timestamptz not null,
          key_id text not null references audit.signing_key,
          signature bytea not null);

        create table audit.checkpoint (
          tree_id uuid not null,
          size bigint not null,
          root_hash bytea not null,
          signed_at timestamptz not null,
          key_id text not null references audit.signing_key,
          signature bytea not null,
          operator_number bigint not null,
          primary key (tree_id, size));
        create index on audit.checkpoint (operator_number);`);
    },
  },
  auditCommentsMigration,
];
