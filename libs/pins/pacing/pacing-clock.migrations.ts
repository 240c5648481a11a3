import type { Migration } from '@pps/read-store';

/** The time that buckets count: the database's clock, without the steps that a process saw it make. */
export const pacingClockMigration: Migration = {
  name: 'pins/004-pacing-clock',
  up: async (tx) => {
    await tx.raw(`
      create table service.pacing_clock (only_row boolean primary key default true check (only_row), ahead interval not null default '0');
      comment on table service.pacing_clock is 'One row: the time by which buckets count is the wall clock less this.';
      comment on column service.pacing_clock.ahead is 'How far the wall clock was set ahead of time as it passes; negative when it was set back.';
      insert into service.pacing_clock default values;

      create function service.pacing_time(p_seen timestamptz default null, p_elapsed numeric default null)
      returns timestamptz language plpgsql as $$
      declare
        v_time timestamptz; v_expected timestamptz;
      begin
        select clock_timestamp() - ahead into v_time from service.pacing_clock;
        v_expected := p_seen + p_elapsed * interval '1 second';
        if v_expected is null or abs(extract(epoch from v_time - v_expected)) < 1 + p_elapsed / 1000 then return v_time; end if;
        update service.pacing_clock set ahead = clock_timestamp() - v_expected;
        return v_expected;
      end $$;
      comment on function service.pacing_time is 'The time by which buckets count. Whoever asks says which time he was told before and how long ago on a clock that cannot be set: where the wall clock says something else by more than a second, it was set, and what he says holds.';

      drop function service.claim_publish;
      create function service.claim_publish(
        p_pin uuid, p_attempt int, p_account_bucket text, p_global_bucket text,
        p_account_capacity numeric, p_account_refill numeric, p_global_capacity numeric, p_global_refill numeric,
        p_seen timestamptz, p_elapsed numeric)
      returns table (granted boolean, wait_seconds numeric, told timestamptz) language plpgsql as $$
      declare
        v_cost int; v_time timestamptz; v_now timestamptz; g record; a record; g_level numeric; a_level numeric;
      begin
        v_time := service.pacing_time(p_seen, p_elapsed);
        insert into service.pacing_bucket (name, tokens, updated_at)
          values (p_global_bucket, p_global_capacity, v_time), (p_account_bucket, p_account_capacity, v_time)
          on conflict do nothing;
        select * into g from service.pacing_bucket where name = p_global_bucket for update;
        select * into a from service.pacing_bucket where name = p_account_bucket for update;
        select cost into v_cost from service.publish_grant
          where pin_id = p_pin and attempt = p_attempt and claimed_at is null for update;
        if not found then
          return query select false, null::numeric, v_time; return;
        end if;
        v_time := service.pacing_time();
        v_now := greatest(v_time, g.updated_at, a.updated_at);
        g_level := service.bucket_level(g.tokens, g.updated_at, v_now, p_global_capacity, p_global_refill);
        a_level := service.bucket_level(a.tokens, a.updated_at, v_now, p_account_capacity, p_account_refill);
        if a.parked_until > clock_timestamp() then
          return query select false, extract(epoch from a.parked_until - clock_timestamp())::numeric, v_time; return;
        end if;
        if g_level < v_cost or a_level < v_cost then
          return query select false, greatest((v_cost - g_level) / p_global_refill, (v_cost - a_level) / p_account_refill), v_time; return;
        end if;
        update service.pacing_bucket set tokens = g_level - v_cost, updated_at = v_now where name = p_global_bucket;
        update service.pacing_bucket set tokens = a_level - v_cost, updated_at = v_now where name = p_account_bucket;
        update service.publish_grant set claimed_at = clock_timestamp() where pin_id = p_pin and attempt = p_attempt;
        return query select true, 0::numeric, v_time;
      end $$;`);
  },
};

/** What a machine's own counter said beside the pacing time, kept for every process of it; and tokens that leave room for a call's way. */
export const pacingWitnessMigration: Migration = {
  name: 'pins/005-pacing-witness',
  up: async (tx) => {
    await tx.raw(`
      create table service.pacing_witness (boot text primary key, told timestamptz not null, uptime numeric not null);
      comment on table service.pacing_witness is 'The pacing time beside the seconds since a machine was started, which nobody can set: shows that the wall clock was.';
      comment on column service.pacing_witness.boot is 'Names one start of one machine.';
      comment on column service.pacing_witness.told is 'The pacing time that was told.';
      comment on column service.pacing_witness.uptime is 'Seconds since that start when it was asked for.';

      drop function service.claim_publish;
      drop function service.pacing_time;

      create function service.pacing_time(p_boot text default null, p_uptime numeric default null)
      returns timestamptz language plpgsql as $$
      declare
        v_time timestamptz; v_expected timestamptz; v_elapsed numeric;
      begin
        select clock_timestamp() - ahead into v_time from service.pacing_clock;
        if p_boot is null then return v_time; end if;
        select told + (p_uptime - uptime) * interval '1 second', p_uptime - uptime into v_expected, v_elapsed
          from service.pacing_witness where boot = p_boot;
        if not found then
          delete from service.pacing_witness where told < v_time - interval '30 days';
          insert into service.pacing_witness values (p_boot, v_time, p_uptime) on conflict do nothing;
          return v_time;
        end if;
        if v_elapsed < 0 then return v_time; end if;
        if abs(extract(epoch from v_time - v_expected)) >= 1 + v_elapsed / 1000 then
          v_time := v_expected;
          update service.pacing_clock set ahead = clock_timestamp() - v_time;
        elsif v_elapsed < 1 then
          return v_time;
        end if;
        update service.pacing_witness set told = least(v_time, v_expected), uptime = p_uptime
          where boot in (select boot from service.pacing_witness where boot = p_boot and uptime < p_uptime for update skip locked);
        return v_time;
      end $$;
      comment on function service.pacing_time is 'The time by which buckets count. Whoever asks says since when his machine runs: where the wall clock disagrees by more than a second with what that machine was told before, it was set, and time goes on as if it had not been. A question that was on its way for a while makes time seem later than it is: of what a machine was told the earliest counts.';

      create function service.claim_publish(
        p_pin uuid, p_attempt int, p_account_bucket text, p_global_bucket text,
        p_account_capacity numeric, p_account_refill numeric, p_global_capacity numeric, p_global_refill numeric,
        p_lead numeric, p_boot text, p_uptime numeric)
      returns table (granted boolean, wait_seconds numeric) language plpgsql as $$
      declare
        v_cost int; v_time timestamptz; v_now timestamptz; g record; a record;
        g_level numeric; a_level numeric; g_missing numeric; a_missing numeric;
      begin
        v_time := service.pacing_time(p_boot, p_uptime);
        insert into service.pacing_bucket (name, tokens, updated_at)
          values (p_global_bucket, p_global_capacity, v_time), (p_account_bucket, p_account_capacity, v_time)
          on conflict do nothing;
        select * into g from service.pacing_bucket where name = p_global_bucket for update;
        select * into a from service.pacing_bucket where name = p_account_bucket for update;
        select cost into v_cost from service.publish_grant
          where pin_id = p_pin and attempt = p_attempt and claimed_at is null for update;
        if not found then
          return query select false, null::numeric; return;
        end if;
        v_time := service.pacing_time();
        v_now := greatest(v_time, g.updated_at, a.updated_at);
        if a.parked_until > clock_timestamp() then
          return query select false, extract(epoch from a.parked_until - clock_timestamp())::numeric; return;
        end if;
        g_level := service.bucket_level(g.tokens, g.updated_at, v_now, p_global_capacity, p_global_refill);
        a_level := service.bucket_level(a.tokens, a.updated_at, v_now, p_account_capacity, p_account_refill);
        g_missing := v_cost - service.spendable(g_level, p_global_capacity, p_global_refill, p_lead, v_cost);
        a_missing := v_cost - service.spendable(a_level, p_account_capacity, p_account_refill, p_lead, v_cost);
        if g_missing > 0 or a_missing > 0 then
          return query select false, greatest(g_missing / p_global_refill, a_missing / p_account_refill); return;
        end if;
        update service.pacing_bucket set tokens = g_level - v_cost, updated_at = v_now where name = p_global_bucket;
        update service.pacing_bucket set tokens = a_level - v_cost, updated_at = v_now where name = p_account_bucket;
        update service.publish_grant set claimed_at = clock_timestamp() where pin_id = p_pin and attempt = p_attempt;
        return query select true, 0::numeric;
      end $$;

      create function service.spendable(p_level numeric, p_capacity numeric, p_refill numeric, p_lead numeric, p_cost int)
      returns numeric language sql immutable as $$
        select p_level - greatest(0, least(p_refill * p_lead, p_capacity - p_cost))
      $$;
      comment on function service.spendable is 'Tokens that may be spent now: what is refilled while a call may still be on its way counts only afterwards, so that no window sees more calls start than the bucket allows. A bucket of no more than one call has no room to wait for that.';`);
  },
};

/**
 * A request with an older uptime than one that was seen already cannot correct the clock: it gets no later a time than that one did. Claims go by
 * that time, and by what the platform allows the account.
 */
export const lateQuestionsMigration: Migration = {
  name: 'pins/008-late-questions',
  up: async (tx) => {
    await tx.raw(`
      create or replace function service.pacing_time(p_boot text default null, p_uptime numeric default null)
      returns timestamptz language plpgsql as $$
      declare
        v_time timestamptz; v_told timestamptz; v_expected timestamptz; v_elapsed numeric;
      begin
        select clock_timestamp() - ahead into v_time from service.pacing_clock;
        if p_boot is null then return v_time; end if;
        select told, told + (p_uptime - uptime) * interval '1 second', p_uptime - uptime into v_told, v_expected, v_elapsed
          from service.pacing_witness where boot = p_boot;
        if not found then
          delete from service.pacing_witness where told < v_time - interval '30 days';
          insert into service.pacing_witness values (p_boot, v_time, p_uptime) on conflict do nothing;
          return v_time;
        end if;
        if v_elapsed < 0 then return least(v_time, v_told); end if;
        if abs(extract(epoch from v_time - v_expected)) >= 1 + v_elapsed / 1000 then
          v_time := v_expected;
          update service.pacing_clock set ahead = clock_timestamp() - v_time;
        elsif v_elapsed < 1 then
          return v_time;
        end if;
        update service.pacing_witness set told = least(v_time, v_expected), uptime = p_uptime
          where boot in (select boot from service.pacing_witness where boot = p_boot and uptime < p_uptime for update skip locked);
        return v_time;
      end $$;

      create or replace function service.claim_publish(
        p_pin uuid, p_attempt int, p_account_bucket text, p_global_bucket text,
        p_account_capacity numeric, p_account_refill numeric, p_global_capacity numeric, p_global_refill numeric,
        p_lead numeric, p_boot text, p_uptime numeric)
      returns table (granted boolean, wait_seconds numeric) language plpgsql as $$
      declare
        v_cost int; v_time timestamptz; v_now timestamptz; g record; a record; a_capacity numeric; a_refill numeric;
        g_level numeric; a_level numeric; g_missing numeric; a_missing numeric;
      begin
        v_time := service.pacing_time(p_boot, p_uptime);
        insert into service.pacing_bucket (name, tokens, updated_at)
          values (p_global_bucket, p_global_capacity, v_time), (p_account_bucket, p_account_capacity, v_time)
          on conflict do nothing;
        select * into g from service.pacing_bucket where name = p_global_bucket for update;
        select * into a from service.pacing_bucket where name = p_account_bucket for update;
        select cost into v_cost from service.publish_grant
          where pin_id = p_pin and attempt = p_attempt and claimed_at is null for update;
        if not found then
          return query select false, null::numeric; return;
        end if;
        v_now := greatest(v_time, g.updated_at, a.updated_at);
        if a.parked_until > clock_timestamp() then
          return query select false, extract(epoch from a.parked_until - clock_timestamp())::numeric; return;
        end if;
        a_capacity := least(p_account_capacity, a.limit_capacity);
        a_refill := least(p_account_refill, a.limit_refill);
        g_level := service.bucket_level(g.tokens, g.updated_at, v_now, p_global_capacity, p_global_refill);
        a_level := service.bucket_level(a.tokens, a.updated_at, v_now, a_capacity, a_refill);
        g_missing := v_cost - service.spendable(g_level, p_global_capacity, p_global_refill, p_lead, v_cost);
        a_missing := v_cost - service.spendable(a_level, a_capacity, a_refill, p_lead, v_cost);
        if g_missing > 0 or a_missing > 0 then
          return query select false, greatest(g_missing / p_global_refill, a_missing / a_refill); return;
        end if;
        update service.pacing_bucket set tokens = g_level - v_cost, updated_at = v_now where name = p_global_bucket;
        update service.pacing_bucket set tokens = a_level - v_cost, updated_at = v_now where name = p_account_bucket;
        update service.publish_grant set claimed_at = clock_timestamp() where pin_id = p_pin and attempt = p_attempt;
        return query select true, 0::numeric;
      end $$;`);
  },
};
