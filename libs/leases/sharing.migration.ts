import type { Migration } from '@pps/read-store';

export const sharingMigration: Migration = {
  name: 'leases/003-sharing',
  up: async (tx) => {
    await tx.raw(`
      alter table leases.lease add column offered_to uuid, add column offered_until timestamptz;
      create table leases.contender (holder uuid primary key, kind text not null, wanted text[] not null, seen_at timestamptz not null);`);
  },
};
