import { moveTables, type Migration } from '@pps/read-store';
import {
  blockedAccountsMigration,
  boundedParkingMigration,
  grantsIndexMigration,
  learnedLimitMigration,
  roundRobinMigration,
  seenGrantsMigration,
} from './pacing/pacing-tables.migrations';
import { lateQuestionsMigration, pacingClockMigration, pacingWitnessMigration } from './pacing/pacing-clock.migrations';
import { pacingFunctionsMigration } from './pacing/pacing-functions.migration';
import { pinsCommentsMigration } from './pins-comments.migration';

export const pinsMigrations: readonly Migration[] = [
  {
    name: 'pins/001-pacing',
    up: async (tx) => {
      await tx.raw(`
        create table service.pacing_bucket (
          name text primary key,
          tokens numeric not null,
          updated_at timestamptz not null,
          parked_until timestamptz);
        comment on table service.pacing_bucket is 'Token buckets: what was left at updated_at; a bucket without a row is full.';

        create table service.publish_grant (
          pin_id uuid not null,
          attempt int not null,
          project_id uuid not null,
          account_id uuid not null,
          board_id text not null,
          cost int not null,
          epoch bigint not null,
          granted_at timestamptz not null default clock_timestamp(),
          offered_at timestamptz not null default clock_timestamp(),
          claimed_at timestamptz,
          primary key (pin_id, attempt));
        create index on service.publish_grant (account_id, board_id);
        create index on service.publish_grant (offered_at) where claimed_at is null;
        comment on table service.publish_grant is 'Permissions to start one attempt; claimed in the statement that spends its tokens.';

        create function service.bucket_level(p_tokens numeric, p_updated_at timestamptz, p_now timestamptz, p_capacity numeric, p_refill numeric)
        returns numeric language sql immutable as $$
          select least(p_capacity, coalesce(p_tokens, p_capacity)
            + greatest(0, extract(epoch from p_now - coalesce(p_updated_at, p_now))) * p_refill)
        $$;

        create function service.claim_publish(
          p_pin uuid, p_attempt int, p_account_bucket text, p_global_bucket text,
          p_account_capacity numeric, p_account_refill numeric, p_global_capacity numeric, p_global_refill numeric)
        returns table (granted boolean, wait_seconds numeric) language plpgsql as $$
        declare
          v_cost int; v_now timestamptz; g record; a record; g_level numeric; a_level numeric;
        begin
          insert into service.pacing_bucket (name, tokens, updated_at)
            values (p_global_bucket, p_global_capacity, clock_timestamp()), (p_account_bucket, p_account_capacity, clock_timestamp())
            on conflict do nothing;
          select * into g from service.pacing_bucket where name = p_global_bucket for update;
          select * into a from service.pacing_bucket where name = p_account_bucket for update;
          select cost into v_cost from service.publish_grant
            where pin_id = p_pin and attempt = p_attempt and claimed_at is null for update;
          if not found then
            return query select false, null::numeric; return;
          end if;
          v_now := greatest(clock_timestamp(), g.updated_at, a.updated_at);
          g_level := service.bucket_level(g.tokens, g.updated_at, v_now, p_global_capacity, p_global_refill);
          a_level := service.bucket_level(a.tokens, a.updated_at, v_now, p_account_capacity, p_account_refill);
          if a.parked_until > v_now then
            return query select false, extract(epoch from a.parked_until - v_now)::numeric; return;
          end if;
          if g_level < v_cost or a_level < v_cost then
            return query select false, greatest((v_cost - g_level) / p_global_refill, (v_cost - a_level) / p_account_refill); return;
          end if;
          update service.pacing_bucket set tokens = g_level - v_cost, updated_at = v_now where name = p_global_bucket;
          update service.pacing_bucket set tokens = a_level - v_cost, updated_at = v_now where name = p_account_bucket;
          update service.publish_grant set claimed_at = v_now where pin_id = p_pin and attempt = p_attempt;
          return query select true, 0::numeric;
        end $$;`);
    },
  },
  {
    name: 'pins/002-unsettled-quota',
    up: async (tx) => {
      await tx.raw(`
        create table service.quota_unsettled (
          entry_id uuid primary key,
          pin_id uuid not null,
          month text not null,
          organization_id uuid,
          project_id uuid not null,
          epoch int not null,
          consumed_at timestamptz not null);
        create index on service.quota_unsettled (consumed_at);
        comment on table service.quota_unsettled is 'Quota entries whose pin has not been seen queued yet; swept after a minute.';`);
    },
  },
  {
    name: 'pins/003-simulated-grants',
    up: async (tx) => {
      await tx.raw(`
        alter table service.publish_grant add column simulated boolean not null default false;
        comment on column service.publish_grant.simulated is 'Whether a sandbox publishes: its tokens come from a global bucket of their own.';`);
    },
  },
  pacingClockMigration,
  pacingWitnessMigration,
  learnedLimitMigration,
  grantsIndexMigration,
  lateQuestionsMigration,
  moveTables('pins/009-own-schema', 'pins', [
    { from: 'publish_grant', to: 'publish_grant' },
    { from: 'pacing_bucket', to: 'pacing_bucket' },
    { from: 'pacing_clock', to: 'pacing_clock' },
    { from: 'pacing_witness', to: 'pacing_witness', renamed: { told: 'pacing_time' } },
    { from: 'quota_unsettled', to: 'unsettled_quota' },
  ]),
  boundedParkingMigration,
  roundRobinMigration,
  blockedAccountsMigration,
  pacingFunctionsMigration,
  seenGrantsMigration,
  pinsCommentsMigration,
];
