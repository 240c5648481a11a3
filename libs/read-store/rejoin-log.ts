import { checkpoints, ForeignCheckpoint, type Checkpoint } from './checkpoint.store';
import type { Database, Transaction } from './database';
import type { Projection } from './projection';
import { dropBuild, lockProjection } from './set-up-projection';

export interface RejoinPlan {
  /** Read models to drop; the projector builds them from the log. */
  readonly dropped: readonly string[];
  /** Processes that go on from an earlier fact, and meet again what they have answered. */
  readonly setBack: readonly string[];
  /** Skips of facts that the log may not have: what stands there now is projected. */
  readonly unskipped: readonly UnskippedFact[];
}

export interface UnskippedFact {
  readonly projection: string;
  readonly position: string;
  readonly factId: string;
  readonly factType: string;
}

interface LogToRejoin {
  readonly storeId: string;
  /** Up to here, log and database agree for certain. */
  readonly agreedUpTo: bigint;
}

/**
 * What `rejoinLog` would do. A checkpoint behind the head may be of the lost facts as well, as the log has grown since: nothing beyond `agreedUpTo` counts.
 * Throws `ForeignCheckpoint` for one of another log, which was not made by two servers.
 */
export async function planRejoin(db: Database | Transaction, log: LogToRejoin): Promise<RejoinPlan> {
  const { builds, processes } = await beyond(db, log);
  const unskipped: UnskippedFact[] = await db('read_store.skipped_fact')
    .where('position', '>', log.agreedUpTo.toString())
    .orderBy(['position', 'projection', 'version'])
    .select('projection', 'position', { factId: 'fact_id', factType: 'fact_type' });
  return { dropped: namesOf(builds), setBack: namesOf(processes), unskipped };
}

/**
 * Makes a database go on with a log that has other facts beyond `agreedUpTo` than those it was made from: read models that are further are dropped, to be
 * built anew, processes that are go back, none forward, and facts beyond are skipped no more. Nobody may run on them. Throws `ForeignCheckpoint`.
 */
export async function rejoinLog(tx: Transaction, known: readonly Projection[], log: LogToRejoin): Promise<RejoinPlan> {
  const plan = await planRejoin(tx, log);
  const { builds, processes } = await beyond(tx, log);
  const agreedUpTo = log.agreedUpTo.toString();
  for (const build of builds) {
    await lockProjection(tx, build.name);
    await dropBuild(tx, { tables: known.find(({ name }) => name === build.name)?.tables ?? [] }, build);
  }
  for (const { name, version } of processes) {
    await tx('read_store.checkpoint')
      .where({ kind: 'process', name, version })
      .update({ position: tx.raw('least(position, ?::bigint)', [agreedUpTo]), refused: null, stopped_error: null });
  }
  await tx('read_store.skipped_fact').where('position', '>', agreedUpTo).delete();
  return plan;
}

async function beyond(
  db: Database | Transaction,
  { storeId, agreedUpTo }: LogToRejoin,
): Promise<Record<'builds' | 'processes', Checkpoint[]>> {
  const isBeyond = (checkpoint: Checkpoint): boolean => {
    if (checkpoint.storeId !== storeId)
      throw new ForeignCheckpoint(
        `checkpoint ${checkpoint.name} v${checkpoint.version} was made on another event store (${checkpoint.storeId})`,
      );
    return checkpoint.refused !== null || checkpoint.position > agreedUpTo;
  };
  return {
    builds: (await checkpoints.all(db, 'projection')).filter(isBeyond),
    processes: (await checkpoints.all(db, 'process')).filter(isBeyond),
  };
}

const namesOf = (known: readonly Checkpoint[]): string[] => [...new Set(known.map(({ name }) => name))];
