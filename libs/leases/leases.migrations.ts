import { type Migration, describeTables, moveTables } from '@pps/read-store';

const exclusiveWriterMigration: Migration = {
  name: 'leases/002-exclusive-writer',
  up: async (tx) => {
    await tx.raw(`create table leases.exclusive_writer (holder uuid primary key, since timestamptz not null default now())`);
  },
};

const sharingMigration: Migration = {
  name: 'leases/003-sharing',
  up: async (tx) => {
    await tx.raw(`
      alter table leases.lease add column offered_to uuid, add column offered_until timestamptz;
      create table leases.contender (holder uuid primary key, kind text not null, wanted text[] not null, seen_at timestamptz not null);`);
  },
};

const heldWorkMigration: Migration = {
  name: 'leases/004-held-work',
  up: async (tx) => {
    await tx.raw(`create table leases.held_work (work text primary key, holder uuid not null, held_until timestamptz not null)`);
  },
};

const leasesCommentsMigration = describeTables('leases', 'Who leads which duty, who does which work, and who answers writes alone.', {
  lease: {
    meaning: 'One row for each duty that one process at a time leads.',
    columns: {
      duty: 'Name of the duty.',
      holder: 'The process that leads; a new id at each start.',
      epoch: 'Fencing token: one more with each new holder. Statements that depend on the lease compare it.',
      expires_at: 'The holder renews it before; afterwards another host takes over.',
      offered_to: 'The host that it is given up for, so that both lead about as much; nobody else takes it before offered_until.',
      offered_until: 'Until when it is kept for that host; afterwards anybody may take it, also who gave it up.',
    },
  },
  contender: {
    meaning: 'One row for each host that would lead more than it does; one not seen for 2 s is gone.',
    columns: {
      holder: 'The host, as in lease; a new id at each start.',
      kind: 'Hosts of one kind share their duties: projector, orchestrator.',
      wanted: 'Names of the duties that it would lead.',
      seen_at: 'When it last asked for them.',
    },
  },
  held_work: {
    meaning: 'Work that is being done by one worker, so that no other one does it at the same time.',
    columns: {
      work: 'Kind and id of the work item.',
      holder: 'Who does it; a new id each time.',
      held_until: 'The holder renews it before; afterwards another worker may do the work. The row goes when the work is done.',
    },
  },
  exclusive_writer: {
    meaning: 'The process that answers writes alone; one that is still here while nobody holds its lock has ended without saying so.',
    columns: {
      holder: 'The process; a new id at each start.',
      since: 'When it began to.',
    },
  },
});

export const leasesMigrations: readonly Migration[] = [
  moveTables('leases/001-own-schema', 'leases', [{ from: 'lease', to: 'lease' }]),
  exclusiveWriterMigration,
  sharingMigration,
  heldWorkMigration,
  leasesCommentsMigration,
];
