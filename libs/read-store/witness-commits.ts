import { linkAbort, orTimeout, whenAborted } from '@pps/concurrency';
import { randomUUID } from 'node:crypto';
import { readMissingStandby } from './missing-standby';
import { isTableMissing, type Database, type Transaction } from './database';
import { CommitsLost } from './commits-lost';
import { SharedCommits, type CommitPart, type SharedAnswer } from './shared-commits';

export interface CommitWitnessOptions {
  readonly db: Database;
  /** Where it looks, on a connection of its own, what a commit waits for that takes long. */
  readonly url: string;
  /** Looks for the server that takes writes now: a commit that takes long may be on one that was replaced. */
  readonly findServer?: () => void;
  readonly signal: AbortSignal;
  /** With which it counts, once a second by default: commits that are lost within so much time before the database stopped may go unnoticed. */
  readonly commits?: SharedCommits;
  /** Told of each commit: null, or what it failed with. */
  readonly onCommit?: (error: unknown) => void;
}

/**
 * Counts in a row of its own, each count with a commit that waits for the disk, until `signal` aborts. Throws `CommitsLost` when the database has
 * forgotten one that it had confirmed: what this process holds in memory (keys and tokens of the vault, grants, positions) may then be of rows that are
 * no more. A database that cannot be reached is asked again.
 */
export async function witnessCommits(options: CommitWitnessOptions): Promise<void> {
  const { db, signal, commits = new SharedCommits(db), onCommit = () => undefined } = options;
  const process = randomUUID();
  let confirmed: bigint | null = null;
  let sent: Promise<unknown> = Promise.resolve();
  const leave = async () => {
    await sent;
    await db('read_store.commit_witness')
      .where({ process })
      .delete()
      .catch(() => undefined);
  };
  try {
    while (!signal.aborted) {
      const before: bigint | null = confirmed;
      const count = async (): Promise<bigint | null> => {
        let looking: Promise<void> | undefined;
        const counted: Promise<SharedAnswer> = commits.join('witness', () => {
          // Stored after the end, it would say for a while that this process still runs.
          if (signal.aborted) return nothing;
          sent = counted.catch(() => undefined);
          looking = lookWhilePending(options, counted, onCommit);
          return countOf(process, before);
        });
        const { answer } = await counted.finally(() => looking);
        if (answer === null) throw new CommitsLost(forgotten);
        onCommit(null);
        return BigInt(answer as string);
      };
      const counting: Promise<bigint | null> = count().catch((error: unknown) => {
        if (error instanceof CommitsLost) throw error;
        if (before !== null && isWitnessMissing(error)) throw new CommitsLost(forgotten);
        onCommit(error);
        // Whether it was stored is seen by the next count.
        return before;
      });
      const stopped = linkAbort(signal);
      confirmed = await Promise.race([counting, whenAborted(stopped.signal).then(() => before)]).finally(stopped.release);
    }
  } finally {
    const leaving = leave();
    if (signal.aborted) await orTimeout(leaving, leavingAtMostMs);
  }
}

/** For how long a process that ends waits for a count that it has sent, and for its row to be gone. */
const leavingAtMostMs = 2_000;

const nothing: CommitPart = { statements: 'witness_ended as (select null)', answer: '(select * from witness_ended)', bindings: {} };

/** Not where the table of another part of the commit is missing. What the database says comes last, after the statement. */
function isWitnessMissing(error: unknown): boolean {
  if (!isTableMissing(error)) return false;
  const { message } = error as Error;
  return message.slice(message.lastIndexOf(' - ')).includes('read_store.commit_witness');
}

const pendingMs = 1_000;

/**
 * A commit that takes long may wait for a standby, for as long as that is away: it is told while it waits. Where the standby was promoted instead,
 * connections to the server before it are closed once that is seen, and the commit fails.
 */
async function lookWhilePending(
  { url, findServer = () => undefined }: CommitWitnessOptions,
  counted: Promise<unknown>,
  onCommit: (error: unknown) => void,
): Promise<void> {
  const settled = counted.then(
    () => true,
    () => true,
  );
  while (!(await orTimeout(settled, pendingMs))) {
    findServer();
    const missing = await readMissingStandby(url).catch(() => null);
    // An answer that comes after the commit says nothing any more.
    if (missing && !(await orTimeout(settled, 0))) onCommit(missing);
  }
}

/** Every process counts once a second; one that was killed is taken to run for so long. */
export const runningWithinSeconds = 15;

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

/** Its answer is the count as it is stored now, null where that is not even what was confirmed. */
const countOf = (process: string, confirmed: bigint | null): CommitPart => ({
  statements:
    confirmed === null
      ? `witness_old as (delete from read_store.commit_witness where counted_at < clock_timestamp() - interval '${forgottenAfter}'),
         witness_counted as (
           insert into read_store.commit_witness (process, count) values (:witness_process, 0)
           on conflict (process) do update set counted_at = clock_timestamp() returning count)`
      : `witness_counted as (
           update read_store.commit_witness set count = count + 1, counted_at = clock_timestamp()
           where process = :witness_process and count >= :witness_confirmed returning count)`,
  answer: '(select count::text from witness_counted)',
  bindings: { witness_process: process, ...(confirmed !== null && { witness_confirmed: confirmed.toString() }) },
});
