import type { Migration } from '@pps/read-store';

/** The round robin as rows, so that who comes next is found by index, however many wait, and outlives the process that leads. */
export const roundRobinMigration: Migration = {
  name: 'pins/011-round-robin',
  up: async (tx) => {
    await tx.raw(`
      create sequence pins.round_robin_number;

      create table pins.round_robin_project (
        project_id uuid primary key,
        simulated boolean not null,
        served bigint not null default 0,
        entered bigint not null default nextval('pins.round_robin_number'),
        state text not null check (state in ('awake', 'awaiting_upload', 'asleep', 'idle')));
      create index on pins.round_robin_project (simulated, state, served, entered);

      create table pins.round_robin_account (
        account_id uuid primary key,
        project_id uuid not null,
        simulated boolean not null,
        served bigint not null default 0,
        entered bigint not null default nextval('pins.round_robin_number'),
        state text not null check (state in ('awake', 'awaiting_upload', 'asleep', 'idle')),
        wakes_at timestamptz,
        refills_at timestamptz,
        wake_count bigint not null default 0);
      create index on pins.round_robin_account (project_id, state, served, entered);
      create index on pins.round_robin_account (wakes_at) where wakes_at is not null;
      create index on pins.round_robin_account (refills_at) where refills_at is not null;
      create index on pins.round_robin_account (state, served) where state in ('awake', 'idle');

      create table pins.round_robin_cursor (only_row boolean primary key default true check (only_row), position bigint not null, account_id uuid not null);
      insert into pins.round_robin_cursor (position, account_id) values (-1, '00000000-0000-0000-0000-000000000000');`);
  },
};
