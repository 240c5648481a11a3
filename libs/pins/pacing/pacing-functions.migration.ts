import type { RepeatableMigration } from '@pps/read-store';

/** The SQL functions of pacing as they are now: one clock, exact buckets, and the statement that claims a grant by spending its tokens. */
export const pacingFunctionsMigration: RepeatableMigration = {
  name: 'pins/pacing-functions',
  sql: `
create or replace function pins.pacing_time(p_boot text default null, p_uptime numeric default null)
returns timestamptz language plpgsql as $$
declare
  v_time timestamptz; v_last timestamptz; v_expected timestamptz; v_elapsed numeric;
begin
  select clock_timestamp() - ahead into v_time from pins.pacing_clock;
  if p_boot is null then return v_time; end if;
  select pacing_time, pacing_time + (p_uptime - uptime) * interval '1 second', p_uptime - uptime into v_last, v_expected, v_elapsed
    from pins.pacing_witness where boot = p_boot;
  if not found then
    delete from pins.pacing_witness where pacing_time < v_time - interval '30 days';
    insert into pins.pacing_witness (boot, pacing_time, uptime) values (p_boot, v_time, p_uptime) on conflict do nothing;
    return v_time;
  end if;
  -- A request that overtook this one proves nothing about the clock, and gets no later time than that one got.
  if v_elapsed < 0 then return least(v_time, v_last); end if;
  if abs(extract(epoch from v_time - v_expected)) >= 1 + v_elapsed / 1000 then
    v_time := v_expected;
    update pins.pacing_clock set ahead = clock_timestamp() - v_time;
  elsif v_elapsed < 1 then
    return v_time;
  end if;
  update pins.pacing_witness set pacing_time = least(v_time, v_expected), uptime = p_uptime
    where boot in (select boot from pins.pacing_witness where boot = p_boot and uptime < p_uptime for update skip locked);
  return v_time;
end $$;
comment on function pins.pacing_time is 'The time by which buckets are refilled. The caller says for how long its machine has been running: where the wall clock disagrees by more than a second with what that machine got before, the wall clock was set, and this time goes on as if it had not been. Delay on the way makes time seem later than it is, so of two values for one machine the earlier counts.';

create or replace function pins.available_tokens(p_tokens numeric, p_updated_at timestamptz, p_now timestamptz, p_capacity numeric, p_refill numeric)
returns numeric language sql immutable as $$
  select least(p_capacity, coalesce(p_tokens, p_capacity)
    + greatest(0, extract(epoch from p_now - coalesce(p_updated_at, p_now))) * p_refill)
$$;
comment on function pins.available_tokens is 'Tokens in a bucket at p_now: what was left at p_updated_at and what was refilled since, at p_refill tokens per second up to p_capacity.';

create or replace function pins.spendable(p_available numeric, p_capacity numeric, p_refill numeric, p_lead numeric, p_cost int)
returns numeric language sql immutable as $$
  select p_available - greatest(0, least(p_refill * p_lead, p_capacity - p_cost))
$$;
comment on function pins.spendable is 'Tokens that may be spent now. A call starts at most p_lead seconds after its tokens were spent; what is refilled in that time counts only afterwards, so that no window sees more calls start than the bucket allows. A bucket that holds a single call cannot wait for that.';

create or replace function pins.claim_publish(
  p_pin uuid, p_attempt int, p_account_bucket text, p_global_bucket text,
  p_account_capacity numeric, p_account_refill numeric, p_global_capacity numeric, p_global_refill numeric,
  p_lead numeric, p_boot text, p_uptime numeric)
returns table (granted boolean, wait_seconds numeric) language plpgsql as $$
declare
  v_cost int; v_time timestamptz; v_now timestamptz; v_probe_until timestamptz; g record; a record; a_capacity numeric; a_refill numeric;
  g_available numeric; a_available numeric; g_missing numeric; a_missing numeric;
begin
  v_time := pins.pacing_time(p_boot, p_uptime);
  insert into pins.pacing_bucket (name, tokens, updated_at)
    values (p_global_bucket, p_global_capacity, v_time), (p_account_bucket, p_account_capacity, v_time)
    on conflict do nothing;
  select * into g from pins.pacing_bucket where name = p_global_bucket for update;
  select * into a from pins.pacing_bucket where name = p_account_bucket for update;
  select cost into v_cost from pins.publish_grant
    where pin_id = p_pin and attempt = p_attempt and claimed_at is null for update;
  if not found then
    return query select false, null::numeric; return;
  end if;
  -- The time of a bucket never moves back.
  v_now := greatest(v_time, g.updated_at, a.updated_at);
  if a.parked_until > clock_timestamp() then
    -- While a blocked account is tried, others look soon whether it is free again.
    return query select false, least(extract(epoch from a.parked_until - clock_timestamp()),
      case when a.parked_until = a.probe_until then 5 end)::numeric; return;
  end if;
  a_capacity := least(p_account_capacity, a.limit_capacity);
  a_refill := least(p_account_refill, a.limit_refill);
  g_available := pins.available_tokens(g.tokens, g.updated_at, v_now, p_global_capacity, p_global_refill);
  a_available := pins.available_tokens(a.tokens, a.updated_at, v_now, a_capacity, a_refill);
  g_missing := v_cost - pins.spendable(g_available, p_global_capacity, p_global_refill, p_lead, v_cost);
  a_missing := v_cost - pins.spendable(a_available, a_capacity, a_refill, p_lead, v_cost);
  if g_missing > 0 or a_missing > 0 then
    return query select false, greatest(g_missing / p_global_refill, a_missing / a_refill); return;
  end if;
  update pins.pacing_bucket set tokens = g_available - v_cost, updated_at = v_now where name = p_global_bucket;
  update pins.pacing_bucket set tokens = a_available - v_cost, updated_at = v_now where name = p_account_bucket;
  update pins.publish_grant set claimed_at = clock_timestamp() where pin_id = p_pin and attempt = p_attempt;
  if a.blocked_times > 0 then
    -- One reading of the clock: that both are equal tells the wait of this call from one that the platform named.
    v_probe_until := clock_timestamp() + interval '60 seconds';
    update pins.pacing_bucket set parked_until = v_probe_until, probe_until = v_probe_until where name = p_account_bucket;
    return query select true, 60::numeric; return;
  end if;
  return query select true, 0::numeric;
end $$;
comment on function pins.claim_publish is 'Claims a grant by spending its tokens of both buckets, or spends none: then wait_seconds says when to ask again, null where there is no such grant to claim. More than 0 for a granted one: the call finds out whether a blocked account still is, and for so long no other is granted.';

create or replace function pins.block_account(
  p_bucket text, p_capacity numeric, p_probe boolean, p_first numeric, p_longest numeric, p_least numeric)
returns numeric language plpgsql as $$
declare
  b record;
begin
  insert into pins.pacing_bucket (name, tokens, updated_at) values (p_bucket, p_capacity, pins.pacing_time()) on conflict do nothing;
  select * into b from pins.pacing_bucket where name = p_bucket for update;
  if p_probe or b.parked_until is null or b.parked_until <= clock_timestamp() then
    update pins.pacing_bucket set blocked_times = b.blocked_times + 1, probe_until = null,
      parked_until = clock_timestamp() + least(86400, greatest(p_least, least(p_longest, p_first * 2 ^ least(b.blocked_times, 20)))) * interval '1 second'
      where name = p_bucket returning * into b;
  end if;
  return greatest(0, extract(epoch from b.parked_until - clock_timestamp()));
end $$;
comment on function pins.block_account is 'Parks a bucket because the platform blocks the account: p_first seconds, each time twice as long, to p_longest, and at least p_least. A call that was not let through to find out prolongs nothing. Gives the seconds for which it is parked.';

create or replace function pins.learn_limit(p_bucket text, p_capacity numeric, p_refill numeric, p_limit_capacity numeric, p_limit_refill numeric)
returns boolean language plpgsql as $$
declare
  v_now timestamptz; b record; v_available numeric;
begin
  if p_limit_capacity is null and p_limit_refill is null and not exists (
    select 1 from pins.pacing_bucket where name = p_bucket and (limit_capacity is not null or limit_refill is not null)) then
    return false;
  end if;
  insert into pins.pacing_bucket (name, tokens, updated_at) values (p_bucket, p_capacity, pins.pacing_time()) on conflict do nothing;
  select * into b from pins.pacing_bucket where name = p_bucket for update;
  if (b.limit_capacity, b.limit_refill) is not distinct from (p_limit_capacity, p_limit_refill) then return false; end if;
  v_now := greatest(pins.pacing_time(), b.updated_at);
  v_available := pins.available_tokens(b.tokens, b.updated_at, v_now, least(p_capacity, b.limit_capacity), least(p_refill, b.limit_refill));
  update pins.pacing_bucket set tokens = least(v_available, p_limit_capacity), updated_at = v_now,
    limit_capacity = p_limit_capacity, limit_refill = p_limit_refill where name = p_bucket;
  return true;
end $$;
comment on function pins.learn_limit is 'Holds a bucket to the limit that the platform announced, with null for what is no less than the bucket''s own rate. True when the limit is a new one. What was refilled until now was refilled at the former rate.';
`,
};
