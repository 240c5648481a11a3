import { orTimeout } from '@pps/concurrency';
import { databaseConnection } from './database-connection';
import { findWritableAddress } from './writable-address';

/** Commits wait for a synchronous standby that does not answer: nothing is confirmed until it does, or until it is no longer waited for. */
export class StandbyMissing extends Error {
  override readonly name = 'StandbyMissing';
  readonly code = 'no_standby';
}

const lookMs = 1_000;

/**
 * What commits wait for, where that is a synchronous standby; null where none waits for one, with a statement that was sent a second ago. Asked on a
 * connection of its own: all of a pool may wait for the same. Throws what that one throws, and where it is not answered in time.
 */
export async function readMissingStandby(url: string): Promise<StandbyMissing | null> {
  const client = databaseConnection(await findWritableAddress(url), lookMs);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const asked = client.query<{ waiting: number; names: string }>(
      `select count(*)::int as waiting, current_setting('synchronous_standby_names') as names from pg_stat_activity
       where datname = current_database() and wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 second'`,
    );
    const answer = await orTimeout(asked, lookMs);
    if (!answer) throw new Error('timeout expired');
    const [{ waiting, names } = { waiting: 0, names: '' }] = answer.rows;
    return waiting === 0 ? null : new StandbyMissing(`${waiting} commits wait for a synchronous standby (${names})`);
  } finally {
    void client.end().catch(() => undefined);
  }
}
