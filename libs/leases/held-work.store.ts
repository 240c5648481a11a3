import { runPrepared, type Database } from '@pps/read-store';

/** Longer than two renewals, and shorter than NATS waits before it offers the item of a dead worker again. */
const holdLifetimeMs = 8_000;
const forgottenAfterMs = 60_000;

// What is lost with the database's last moment ends by itself: no hold waits for the disk.
const unhurried = `unhurried as materialized (select set_config('synchronous_commit', 'off', true))`;
const lifetime = `clock_timestamp() + ${holdLifetimeMs} * interval '1 millisecond'`;

/** Gives those of these holds, by their holders, whose work nobody holds: they last for 8 s from then on. */
export async function takeHolds(db: Database, holds: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  const { rows } = await runPrepared<{ rows: { holder: string }[] }>(
    db,
    `with ${unhurried}
     insert into leases.held_work as held (work, holder, held_until)
     select distinct on (work) work, holder, ${lifetime} from unnest(array(select unnest(:works::text[])), :holders::uuid[]) wanted (work, holder), unhurried order by work
     on conflict (work) do update set holder = excluded.holder, held_until = excluded.held_until where held.held_until < clock_timestamp()
     returning holder`,
    columnsOf(holds),
  );
  return new Set(rows.map(({ holder }) => holder));
}

/** Renews what these still hold for 8 s, and forgets what was left behind by processes that are gone. */
export async function renewHolds(db: Database, holds: ReadonlyMap<string, string>): Promise<void> {
  await runPrepared(
    db,
    `with ${unhurried},
     own as materialized (
       select held.work from leases.held_work held join unnest(array(select unnest(:works::text[])), :holders::uuid[]) own (work, holder) using (work, holder)
       order by held.work for update of held),
     forgotten as (
       delete from leases.held_work where work in (
         select work from leases.held_work
         where held_until < clock_timestamp() - ${forgottenAfterMs} * interval '1 millisecond' for update skip locked))
     update leases.held_work held set held_until = ${lifetime} from own, unhurried where held.work = own.work`,
    columnsOf(holds),
  );
}

/** Ends these holds; those of others stand. */
export async function releaseHolds(db: Database, holds: ReadonlyMap<string, string>): Promise<void> {
  await runPrepared(
    db,
    `with ${unhurried},
     own as materialized (
       select held.work from leases.held_work held join unnest(array(select unnest(:works::text[])), :holders::uuid[]) own (work, holder) using (work, holder)
       order by held.work for update of held)
     delete from leases.held_work held using own, unhurried where held.work = own.work`,
    columnsOf(holds),
  );
}

const columnsOf = (holds: ReadonlyMap<string, string>) => ({ works: [...holds.values()], holders: [...holds.keys()] });
