import type { Migration } from '@pps/read-store';

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
