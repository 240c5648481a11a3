import { orTimeout, pause } from '@pps/concurrency';
import type { DatabaseConnection } from '@pps/read-store';

/** Two numbers name the lock, so that no lock of one number is the same. */
const lockKey = "pg_catalog.hashtext('leases.exclusive_writer'), 1";
const lockIsOurs = `locktype = 'advisory' and classid = pg_catalog.hashtext('leases.exclusive_writer')::bit(32)::bigint::oid and objid = 1 and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())`;
const lockNotAvailable = '55P03';

/**
 * The lock of writers on one connection: PostgreSQL gives it up by itself when the connection ends. Each function throws what the connection throws.
 *
 * Waits for the lock in shared mode. A holder that lets go at its next heartbeat does so well within `stuckMs`; the connection of one that has not is
 * ended, as of a process that is frozen.
 */
export async function lockShared(client: DatabaseConnection, stuckMs: number): Promise<void> {
  await answered(client.query(`set lock_timeout = ${stuckMs}`), stuckMs);
  for (;;) {
    try {
      await answered(client.query(`select pg_advisory_lock_shared(${lockKey})`), 2 * stuckMs);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      const end = `select pg_terminate_backend(pid) from pg_locks where ${lockIsOurs} and granted and mode = 'ExclusiveLock'`;
      await answered(client.query(end), stuckMs);
    }
  }
}

/**
 * A process that ended while it was the exclusive writer, or lost its connection, may go on as one for `validMs`: this waits until that is over.
 * `own` is the caller's id, whom nobody needs to wait for. Throws when the signal aborts.
 */
export async function outlastEndedWriter(client: DatabaseConnection, own: string, validMs: number, signal?: AbortSignal): Promise<void> {
  const left = await answered(client.query<{ holder: string }>('select holder from leases.exclusive_writer'), validMs);
  if (left.rows.length === 0) return;
  if (left.rows.some(({ holder }) => holder !== own)) await pause(validMs, signal);
  signal?.throwIfAborted();
  const holders = left.rows.map(({ holder }) => holder);
  await answered(client.query('delete from leases.exclusive_writer where holder = any ($1)', [holders]), validMs);
}

/** Makes the lock that is held in shared mode an exclusive one, if nobody else holds it. */
export async function tryLockExclusive(client: DatabaseConnection, own: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${lockKey}) as locked`);
  if (rows[0]?.locked !== true) return false;
  await client.query('insert into leases.exclusive_writer (holder) values ($1) on conflict (holder) do update set since = now()', [own]);
  await client.query(`select pg_advisory_unlock_shared(${lockKey})`);
  return true;
}

/** Gives the exclusive lock up. Whoever waits for it goes on at once. */
export async function unlockExclusive(client: DatabaseConnection, own: string): Promise<void> {
  await client.query('delete from leases.exclusive_writer where holder = $1', [own]);
  await client.query(`select pg_advisory_unlock(${lockKey})`);
}

/** Whether somebody waits for the lock. */
export async function isLockWanted(client: DatabaseConnection): Promise<boolean> {
  const { rows } = await client.query<{ wanted: boolean }>(
    `select exists (select from pg_locks where ${lockIsOurs} and not granted) as wanted`,
  );
  return rows[0]?.wanted === true;
}

/** What the database answers; throws where it takes longer than `ms`: then the answer is of no use, and the connection may be dead. */
export async function answered<T>(query: Promise<T>, ms: number): Promise<T> {
  const answer = await orTimeout(
    query.then((value) => ({ value })),
    ms,
  );
  if (!answer) throw new Error('the database does not answer');
  return answer.value;
}
