import type { Database } from '@pps/read-store';

/** Longer than two renewals, and shorter than NATS waits before it offers the item of a dead worker again. */
const holdLifetimeMs = 8_000;
const forgottenAfterMs = 60_000;

// What is lost with the database's last moment ends by itself: no hold waits for the disk.
const unhurried = `unhurried as materialized (select set_config('synchronous_commit', 'off', true))`;
const lifetime = `clock_timestamp() + ${holdLifetimeMs} * interval '1 millisecond'`;

/** True where nobody holds this work; from then on `holder` does, for 8 s. */
export async function takeHold(db: Database, work: string, holder: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `with ${unhurried}
     insert into leases.held_work as held (work, holder, held_until) select :work, :holder::uuid, ${lifetime} from unhurried
     on conflict (work) do update set holder = excluded.holder, held_until = excluded.held_until where held.held_until < clock_timestamp()
     returning work`,
    { work, holder },
  );
  return rows.length > 0;
}

/** Renews what these still hold for 8 s, and forgets what was left behind by processes that are gone. */
export async function renewHolds(db: Database, holds: ReadonlyMap<string, string>): Promise<void> {
  await db.raw(
    `with ${unhurried},
     own as materialized (
       select held.work from leases.held_work held join unnest(:works::text[], :holders::uuid[]) own (work, holder) using (work, holder)
       order by held.work for update of held),
     forgotten as (
       delete from leases.held_work where work in (
         select work from leases.held_work
         where held_until < clock_timestamp() - ${forgottenAfterMs} * interval '1 millisecond' for update skip locked))
     update leases.held_work held set held_until = ${lifetime} from own, unhurried where held.work = own.work`,
    { works: [...holds.values()], holders: [...holds.keys()] },
  );
}

/** Ends a hold; that of somebody else stands. */
export async function releaseHold(db: Database, work: string, holder: string): Promise<void> {
  await db.raw(`with ${unhurried} delete from leases.held_work using unhurried where work = :work and holder = :holder::uuid`, {
    work,
    holder,
  });
}
