import type { Database } from './database';

/** Commits wait for a synchronous standby that does not answer: nothing is confirmed until it does, or until it is no longer waited for. */
export class StandbyMissing extends Error {
  override readonly name = 'StandbyMissing';
  readonly code = 'no_standby';
}

/** What commits wait for, where that is a synchronous standby; null where none waits for one as long as a second. */
export async function readMissingStandby(db: Database): Promise<StandbyMissing | null> {
  const { rows } = await db.raw<{ rows: { waiting: number; names: string }[] }>(
    `select count(*)::int as waiting, current_setting('synchronous_standby_names') as names from pg_stat_activity
     where datname = current_database() and wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 second'`,
  );
  const [{ waiting, names } = { waiting: 0, names: '' }] = rows;
  return waiting === 0 ? null : new StandbyMissing(`${waiting} commits wait for a synchronous standby (${names})`);
}
