import { pause } from '@pps/concurrency';
import type { RecordedFact } from '@pps/event-store';
import type { Database } from './database';
import { describeDatabaseError } from './is-database-unavailable';
import { commitBatch, isDatabaseFault, type RunningBuild } from './project-batch';
import { jsonb } from './jsonb';

const retryWaitsMs = [100, 1_000];

/**
 * Projects facts for one build. When they fail together they are tried in halves, down to the one poison fact; after two more tries, on other connections
 * where the error may be the connection's, the build stops at it and its checkpoint says why. Throws when the database is unavailable.
 */
export async function projectOrStop(db: Database, build: RunningBuild, facts: readonly RecordedFact[], signal: AbortSignal): Promise<void> {
  const error = await failureOf(db, build, facts, signal);
  if (error === null) return;
  const [fact] = facts;
  if (facts.length === 1 && fact) return retryThenStop(db, build, fact, error, signal);
  const middle = Math.ceil(facts.length / 2);
  for (const half of [facts.slice(0, middle), facts.slice(middle)]) {
    if (!build.stopped && !signal.aborted) await projectOrStop(db, build, half, signal);
  }
}

async function retryThenStop(db: Database, build: RunningBuild, fact: RecordedFact, first: unknown, signal: AbortSignal): Promise<void> {
  let error = first;
  for (const wait of retryWaitsMs) {
    await pause(wait, signal);
    if (signal.aborted) return;
    error = await failureOf(db, build, [fact], signal);
    if (error === null) return;
  }
  const { name, version } = build.projection;
  const { id, type, stream, position } = fact;
  await db('read_store.checkpoint')
    .where({ kind: 'projection', name, version, build: build.build })
    .update({
      stopped_error: String(error).slice(0, 2_000),
      stopped_position: position.toString(),
      stopped_fact: jsonb({ position: position.toString(), id, type, stream }),
    });
  build.stopped = { error: describeDatabaseError(error), position: position.toString(), fact: type };
}

const failureOf = (db: Database, build: RunningBuild, facts: readonly RecordedFact[], signal: AbortSignal): Promise<unknown> =>
  commitBatch(db, [build], facts, signal).then(
    () => null,
    (error: unknown) => {
      if (isDatabaseFault(error)) throw error;
      return error ?? new Error('failed without saying why');
    },
  );
