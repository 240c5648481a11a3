import type { Database } from '@pps/read-store';
import type { BucketPlan, BucketStep } from './bucket-steps';

/** Lets the database's own functions see a clock that the steps set: theirs is found first on the search path. */
export async function prepareForSteps(db: Database): Promise<void> {
  await db.raw(`
    create schema virtual;
    create function virtual.clock_timestamp() returns timestamptz language plpgsql volatile as
      $$ begin return current_setting('virtual.now')::timestamptz; end $$;
    create function virtual.moment(p_micros bigint) returns timestamptz language sql immutable as
      $$ select timestamptz 'epoch' + p_micros * interval '1 microsecond' $$;
    create function virtual.run(p_steps jsonb, p_plan jsonb, p_lead numeric) returns jsonb language plpgsql
      set search_path = virtual, pg_catalog set timezone = 'UTC' as $$
    declare
      step jsonb; answers jsonb[] := '{}'; v_granted boolean; v_available numeric; v_pin uuid := '00000000-0000-7000-8000-000000000001';
      a jsonb := p_plan -> 'account'; g jsonb := p_plan -> 'global'; r jsonb;
    begin
      for step in select value from jsonb_array_elements(p_steps) loop
        perform set_config('virtual.now', virtual.moment((step ->> 'wall')::bigint)::text, false);
        case step ->> 'kind'
          when 'claim' then
            update pins.publish_grant set claimed_at = null, cost = (step ->> 'cost')::int where pin_id = v_pin;
            select granted into v_granted from pins.claim_publish(v_pin, 1, step ->> 'account', step ->> 'global',
              (a ->> 'capacity')::numeric, (a ->> 'refillPerSecond')::numeric, (g ->> 'capacity')::numeric,
              (g ->> 'refillPerSecond')::numeric, p_lead, step ->> 'boot', (step ->> 'uptime')::numeric);
            answers := answers || to_jsonb(v_granted);
          when 'available' then
            r := case when (step ->> 'isGlobal')::boolean then g else a end;
            select coalesce((select pins.available_tokens(tokens, updated_at, pacing.time, (r ->> 'capacity')::numeric,
                (r ->> 'refillPerSecond')::numeric) from pins.pacing_bucket where name = step ->> 'name'), (r ->> 'capacity')::numeric)
              into v_available from (select pins.pacing_time(step ->> 'boot', (step ->> 'uptime')::numeric) as time offset 0) pacing;
            answers := answers || to_jsonb(v_available::text);
          else
            insert into pins.pacing_bucket as bucket (name, tokens, updated_at, parked_until)
              values (step ->> 'account', (a ->> 'capacity')::numeric, pins.pacing_time(), virtual.moment((step ->> 'until')::bigint))
              on conflict (name) do update set parked_until = greatest(bucket.parked_until, excluded.parked_until);
            answers := answers || 'null'::jsonb;
        end case;
      end loop;
      return to_jsonb(answers);
    end $$;`);
}

/** What the database answers to each step: granted or not, the tokens available as text, or null. */
export async function runSteps(
  db: Database,
  steps: readonly BucketStep[],
  plan: BucketPlan,
  leadSeconds: number,
): Promise<(boolean | string | null)[]> {
  const given = steps.map((step) => ({
    ...step,
    at: undefined,
    askedAt: undefined,
    startsAfter: undefined,
    wall: step.wall.toString(),
    uptime: (Number(step.uptime) / 1_000_000).toString(),
    ...(step.kind === 'park' ? { until: step.until.toString() } : {}),
  }));
  const { rows } = await db.raw<{ rows: { answers: (boolean | string | null)[] }[] }>(
    'select virtual.run(?::jsonb, ?::jsonb, ?) as answers',
    [JSON.stringify(given), JSON.stringify(plan), leadSeconds],
  );
  return rows[0]?.answers ?? [];
}

/** Buckets as nobody has used them, and the grant that all steps claim. */
export async function resetBuckets(db: Database): Promise<void> {
  await db.raw(`truncate pins.pacing_bucket, pins.publish_grant, pins.pacing_witness; update pins.pacing_clock set ahead = '0'`);
  const pin_id = '00000000-0000-7000-8000-000000000001';
  await db('pins.publish_grant').insert({
    pin_id,
    attempt: 1,
    project_id: pin_id,
    account_id: pin_id,
    board_id: '1',
    cost: 1,
    epoch: 1,
  });
}
