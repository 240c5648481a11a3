import { orTimeout, pause } from '@pps/concurrency';
import { randomUUID } from 'node:crypto';
import { readMissingStandby } from './missing-standby';
import { isTableMissing, type Database, type Transaction } from './database';
import { CommitsLost } from './commits-lost';

export interface CommitWitnessOptions {
  readonly db: Database;
  readonly signal: AbortSignal;
  /** How often it counts, a second by default: commits that are lost within so much time before the database stopped may go unnoticed. */
  readonly everyMs?: number;
  /** Told of each commit: null, or what it failed with. */
  readonly onCommit?: (error: unknown) => void;
}

/**
 * Counts in a row of its own, each count a commit of its own that waits for the disk, until `signal` aborts. Throws `CommitsLost` when the database has
 * forgotten one that it had confirmed: what this process holds in memory (keys and tokens of the vault, grants, positions) may then be of rows that are
 * no more. A database that cannot be reached is asked again.
 */
export async function witnessCommits({ db, signal, everyMs = 1_000, onCommit = () => undefined }: CommitWitnessOptions): Promise<void> {
  const process = randomUUID();
  let confirmed: bigint | null = null;
  while (!signal.aborted) {
    const before: bigint | null = confirmed;
    const counted: Promise<bigint> = count(db, process, before).then((stored) => {
      onCommit(null);
      return stored;
    });
    const looking = lookWhilePending(db, counted, onCommit);
    confirmed = await counted.catch((error: unknown) => {
      if (error instanceof CommitsLost) throw error;
      if (before !== null && isTableMissing(error)) throw new CommitsLost(forgotten);
      onCommit(error);
      // Whether it was stored is seen by the next count.
      return before;
    });
    await looking;
    await pause(everyMs, signal);
  }
  await db('read_store.commit_witness')
    .where({ process })
    .delete()
    .catch(() => undefined);
}

const pendingMs = 1_000;

/** A commit that takes long may wait for a standby, for as long as that is away: it is told while it waits. */
async function lookWhilePending(db: Database, counted: Promise<unknown>, onCommit: (error: unknown) => void): Promise<void> {
  const settled = counted.then(
    () => true,
    () => true,
  );
  while (!(await orTimeout(settled, pendingMs))) {
    const missing = await orTimeout(
      readMissingStandby(db).catch(() => null),
      pendingMs,
    );
    // An answer that comes after the commit says nothing any more.
    if (missing && !(await orTimeout(settled, 0))) onCommit(missing);
  }
}

/** How many processes have counted within so many seconds: all that run do, and one that was killed is counted until then. */
export async function countRunning(db: Database | Transaction, withinSeconds: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { running: number }[] }>(
    'select count(*)::int as running from read_store.commit_witness where counted_at > clock_timestamp() - make_interval(secs => ?)',
    [withinSeconds],
  );
  return rows[0]?.running ?? 0;
}

const forgottenAfter = '1 day';
const forgotten = 'the database has forgotten what it had confirmed to this process';

/** The count as it is stored now. */
async function count(db: Database, process: string, confirmed: bigint | null): Promise<bigint> {
  if (confirmed === null) {
    await db.raw(`delete from read_store.commit_witness where counted_at < clock_timestamp() - interval '${forgottenAfter}'`);
    const { rows } = await db.raw<{ rows: { count: string }[] }>(
      'insert into read_store.commit_witness (process, count) values (?, 0) on conflict (process) do update set counted_at = clock_timestamp() returning count',
      [process],
    );
    return BigInt(rows[0]?.count ?? 0);
  }
  const { rows } = await db.raw<{ rows: { count: string }[] }>(
    'update read_store.commit_witness set count = count + 1, counted_at = clock_timestamp() where process = :process and count >= :confirmed returning count',
    { process, confirmed: confirmed.toString() },
  );
  const [row] = rows;
  if (!row) throw new CommitsLost(forgotten);
  return BigInt(row.count);
}
