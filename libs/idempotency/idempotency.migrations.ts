import { describeTables, type Migration } from '@pps/read-store';

const idempotencyCommentsMigration = describeTables('idempotency', 'Requests that clients named by an idempotency key.', {
  key_record: {
    meaning: 'One request of a key, until a day after its answer.',
    columns: {
      request_hash: 'Keyed hash of project, epoch, route and key.',
      content_hash: 'Keyed hash of what was asked for.',
      creation_id: 'What the request makes takes its ids from this one, however often it is begun.',
      calls: 'How often it was begun.',
      holder: 'The call that works on it, or did so last.',
      held_until: 'Until then nobody else begins it again.',
      answer: 'The answer, compressed and sealed with the key of the organization; null while there is none.',
      kept_until: 'When the key is free again.',
    },
  },
});

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
