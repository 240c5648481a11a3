import type { Migration } from '@pps/read-store';

export const exclusiveWriterMigration: Migration = {
  name: 'leases/002-exclusive-writer',
  up: async (tx) => {
    await tx.raw(`create table leases.exclusive_writer (holder uuid primary key, since timestamptz not null default now())`);
  },
};
