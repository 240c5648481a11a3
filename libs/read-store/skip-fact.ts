import { checkpoints, type Checkpoint, type StoppedFact } from './checkpoint.store';
import type { Database, Transaction } from './database';

export interface SkippedFact {
  readonly projection: string;
  readonly version: number;
  readonly position: string;
  readonly factId: string;
  readonly factType: string;
  readonly stream: string;
  readonly error: string;
  readonly reason: string;
  readonly skippedBy: string;
  readonly skippedAt: Date;
}

/** Resumes every stopped build of a projection and returns how many there were; a running projector notices within a second. */
export async function retryProjection(db: Database, name: string): Promise<number> {
  return db.transaction(async (tx) => {
    const stopped = await lockStoppedBuilds(tx, name);
    for (const build of stopped) await resumeBuild(tx, build);
    return stopped.length;
  });
}

/**
 * Lets a stopped projection skip its poison fact for good, and stores why and who decided it. Builds of the same version skip it too; a raised
 * version tries it again. Returns the facts skipped, none when nothing was stopped.
 */
export async function skipFact(db: Database, name: string, reason: string, skippedBy: string): Promise<StoppedFact[]> {
  return db.transaction(async (tx) => {
    const skipped: StoppedFact[] = [];
    for (const build of await lockStoppedBuilds(tx, name)) {
      const fact = build.stoppedFact;
      if (!fact) continue;
      await tx('read_store.skipped_fact')
        .insert({
          projection: name,
          version: build.version,
          position: fact.position,
          fact_id: fact.id,
          fact_type: fact.type,
          stream: fact.stream,
          error: build.stoppedError,
          reason,
          skipped_by: skippedBy,
        })
        .onConflict(['projection', 'version', 'position'])
        .ignore();
      await resumeBuild(tx, build);
      skipped.push(fact);
    }
    return skipped;
  });
}

/** Every fact that was ever skipped, the newest first. */
export async function skippedFacts(db: Database): Promise<SkippedFact[]> {
  const columns = { factId: 'fact_id', factType: 'fact_type', skippedBy: 'skipped_by', skippedAt: 'skipped_at' };
  return db('read_store.skipped_fact')
    .select('projection', 'version', 'position', 'stream', 'error', 'reason', columns)
    .orderBy('skipped_at', 'desc');
}

const lockStoppedBuilds = async (tx: Transaction, name: string): Promise<Checkpoint[]> =>
  (await checkpoints.buildsOf(tx, name, 'for update')).filter((build) => build.stoppedError !== null);

const resumeBuild = (tx: Transaction, { name, version, build }: Checkpoint) =>
  tx('read_store.checkpoint')
    .where({ kind: 'projection', name, version, build })
    .update({ stopped_error: null, stopped_position: null, stopped_fact: null });
