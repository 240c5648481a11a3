import type { Migration } from '@pps/read-store';
import { idempotencyCommentsMigration } from './idempotency-comments.migration';

export const idempotencyMigrations: readonly Migration[] = [
  {
    name: 'idempotency/001-key-records',
    up: async (tx) => {
      await tx.raw(`
        create schema if not exists idempotency;
        create table idempotency.key_record (
          request_hash bytea primary key,
          content_hash bytea not null,
          creation_id uuid not null,
          calls int not null default 1,
          holder uuid not null,
          held_until timestamptz not null,
          answer bytea,
          kept_until timestamptz not null);
        create index on idempotency.key_record (kept_until);`);
    },
  },
  idempotencyCommentsMigration,
];
