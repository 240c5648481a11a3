import type { Migration } from '@pps/read-store';

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
      comment on function service.learn_limit is 'Holds a bucket to what the platform announced, nulls where its own pace is less; says whether that is something new. What was refilled until now was refilled at the old rate.';

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
        v_time := service.pacing_time();
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
