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
      comment on function service.learn_limit is 'Holds a bucket to what the platform announced, nulls where its own pace is less; says whether that is something new. What was refilled until now was refilled at the old rate.';`);
  },
};
