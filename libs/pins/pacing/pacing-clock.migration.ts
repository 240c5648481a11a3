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
