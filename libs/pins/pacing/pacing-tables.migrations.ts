import type { Migration, VersionedMigration } from '@pps/read-store';

/** What the platform allows an account where that is less than the service's own pace. */
export const learnedLimitMigration: Migration = {
  name: 'pins/006-learned-limit',
  up: async (tx) => {
    await tx.raw(`
      alter table service.pacing_bucket add column limit_capacity numeric, add column limit_refill numeric;
      comment on column service.pacing_bucket.limit_capacity is 'Calls the platform allows in one of its windows, where that is less than the bucket holds.';
      comment on column service.pacing_bucket.limit_refill is 'Calls the platform allows per second, where that is less than the bucket is refilled by.';

      create function service.learn_limit(p_bucket text, p_capacity numeric, p_refill numeric, p_limit_capacity numeric, p_limit_refill numeric)
      returns boolean language plpgsql as $$
      declare
        v_now timestamptz; b record; v_level numeric;
      begin
        if p_limit_capacity is null and p_limit_refill is null and not exists (
          select 1 from service.pacing_bucket where name = p_bucket and (limit_capacity is not null or limit_refill is not null)) then
          return false;
        end if;
        insert into service.pacing_bucket (name, tokens, updated_at) values (p_bucket, p_capacity, service.pacing_time()) on conflict do nothing;
        select * into b from service.pacing_bucket where name = p_bucket for update;
        if (b.limit_capacity, b.limit_refill) is not distinct from (p_limit_capacity, p_limit_refill) then return false; end if;
        v_now := greatest(service.pacing_time(), b.updated_at);
        v_level := service.bucket_level(b.tokens, b.updated_at, v_now, least(p_capacity, b.limit_capacity), least(p_refill, b.limit_refill));
        update service.pacing_bucket set tokens = least(v_level, p_limit_capacity), updated_at = v_now,
          limit_capacity = p_limit_capacity, limit_refill = p_limit_refill where name = p_bucket;
        return true;
      end $$;
      comment on function service.learn_limit is 'Holds a bucket to what the platform announced, nulls where its own pace is less; says whether that is something new. What was refilled until now was refilled at the old rate.';`);
  },
};

/** Grants of a board that may still matter, and those that are over, are found without reading all of the last hour. */
export const grantsIndexMigration: Migration = {
  name: 'pins/007-grants-index',
  up: async (tx) => {
    await tx.raw(`
      drop index service.publish_grant_account_id_board_id_idx;
      create index publish_grant_board on service.publish_grant (account_id, board_id, coalesce(claimed_at, 'infinity'));
      create index publish_grant_claimed on service.publish_grant (claimed_at) where claimed_at is not null;`);
  },
};

/**
 * Grants that may still hold their board are found without those of the last ten minutes that the queue has answered. The index that finds those, too,
 * stays for pacers of the release before.
 */
export const seenGrantsMigration: Migration = {
  name: 'pins/014-seen-grants',
  up: async (tx) => {
    await tx.raw(`
      alter table pins.publish_grant add column is_seen boolean not null default false;
      create index publish_grant_unseen on pins.publish_grant (account_id, board_id) where not is_seen;`);
  },
};

/** Accounts that an earlier release parked for years are free again within a day. */
export const boundedParkingMigration: VersionedMigration = {
  name: 'pins/010-bounded-parking',
  up: async (tx) => {
    await tx.raw(`
      update pins.pacing_bucket set parked_until = clock_timestamp() + interval '1 day'
      where parked_until > clock_timestamp() + interval '1 day'`);
  },
};

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

/** How often in a row the platform blocked an account, so that each wait is longer than the one before and one call finds out whether it is over. */
export const blockedAccountsMigration: Migration = {
  name: 'pins/012-blocked-accounts',
  up: async (tx) => {
    await tx.raw('alter table pins.pacing_bucket add column blocked_times int not null default 0, add column probe_until timestamptz');
  },
};
