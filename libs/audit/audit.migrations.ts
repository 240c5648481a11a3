import { describeTables, type Migration } from '@pps/read-store';

const auditCommentsMigration = describeTables('audit', 'The trees that prove the history, and what was signed of them.', {
  tree: {
    meaning: 'One row for each project and for each organization that has facts of its own.',
    columns: {
      tree_id: 'The project or organization.',
      size: 'Leaves that it has.',
      signed_size: 'Leaves that its newest checkpoint covers.',
    },
  },
  tree_hash: {
    meaning: 'Leaves and every eighth level of nodes above them; rows are added and never changed.',
    columns: {
      tree_id: 'The tree.',
      level: '0 for leaves; a node of level n is over 2^n of them.',
      index: 'Place on its level from the left, from 0.',
      hash: 'SHA-256 as RFC 9162 says.',
    },
  },
  difference: {
    meaning: 'The first leaf of each tree that came out otherwise when the log was read again: the log or the tree was changed.',
    columns: {
      tree_id: 'The tree.',
      leaf_index: 'The leaf.',
      stored_hash: 'What the tree holds, and goes on holding.',
      computed_hash: 'What the fact in the log gave.',
      found_at: 'When that was found.',
    },
  },
  signing_key: {
    meaning: 'Keys that sign checkpoints; one at a time signs, former ones stay for who verifies.',
    columns: {
      key_id: 'First 16 hex digits of the SHA-256 of the public key.',
      public_key: 'Ed25519, 32 bytes.',
      vault_ref: 'Where the vault holds the private key.',
      created_at: 'When it began to sign.',
      retired_at: 'When another key took over; null for the one that signs.',
    },
  },
  operator_checkpoint: {
    meaning: 'Signed statements over the newest checkpoints of all trees, each naming the one before.',
    columns: {
      number: 'Counts from 1.',
      trees: 'Trees that it covers.',
      root_hash: 'Root of the tree over their newest checkpoints, in order of their ids.',
      previous_hash: 'SHA-256 of the text that was signed before; null for the first.',
      signed_at: 'When it was signed.',
      key_id: 'The key that signed.',
      signature: 'Ed25519 over its text.',
    },
  },
  checkpoint: {
    meaning: 'What was signed of each tree.',
    columns: {
      tree_id: 'The tree.',
      size: 'Leaves that it covers.',
      root_hash: 'Root over them.',
      signed_at: 'When it was signed.',
      key_id: 'The key that signed.',
      signature: 'Ed25519 over its text.',
      operator_number: 'The first operator checkpoint that covers it.',
    },
  },
});

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
