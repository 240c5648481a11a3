import { pause } from '@pps/concurrency';
import type { Database } from './database';
import { buildKeyOf, type RunningBuild } from './project-batch';
import { contextOf } from './projection';
import type { ProjectorOptions } from './projector-options';
import { buildsWithRemovals, endRemoval, openRemovals, rowsPerPortion, type RemovedOwner } from './removals.store';

const pollEveryMs = 5_000;
const failedWaitMs = 5_000;
// A fifth of the time at most: the projection's new facts wait for the same lock.
const pausePerWork = 4;

/**
 * Removes what the projections have marked, one portion after the other and one owner after the other, until `signal` aborts. A portion that
 * fails is logged and tried again after 5 s; what a crash leaves is still marked.
 */
export async function removeBehind(
  { db, signal, log }: Pick<ProjectorOptions, 'db' | 'signal' | 'log'>,
  builds: ReadonlyMap<string, RunningBuild>,
): Promise<void> {
  while (!signal.aborted) {
    let removed = 0;
    const asked = await buildsWithRemovals(db).catch(() => new Set<string>());
    for (const member of [...builds.values()].filter((build) => asked.has(buildKeyOf(build)))) {
      if (signal.aborted) return;
      const begun = performance.now();
      try {
        removed += await removeOfBuild(db, member, signal);
      } catch (error) {
        log('warn', `rows of ${buildKeyOf(member)} could not be removed; trying again`, { error: String(error) });
        await pause(failedWaitMs, signal);
      }
      if (removed > 0) await pause(pausePerWork * (performance.now() - begun), signal);
    }
    if (removed === 0) await pause(pollEveryMs, signal);
  }
}

/** Removes a portion of every owner of the build; answers how many rows went. */
export async function removeOfBuild(db: Database, member: RunningBuild, signal: AbortSignal): Promise<number> {
  if (!member.projection.removePortion || member.gone) return 0;
  let rows = 0;
  for (const removed of await openRemovals(db, member)) {
    if (signal.aborted) break;
    rows += await removePortion(db, member, removed);
  }
  return rows;
}

/**
 * Under the checkpoint's lock, as batches of facts are: a fact that has read a row would write it again after it was removed.
 */
async function removePortion(db: Database, member: RunningBuild, removed: RemovedOwner): Promise<number> {
  const { projection, build } = member;
  return db.transaction(async (tx) => {
    const locked = await tx('read_store.checkpoint')
      .where({ kind: 'projection', name: projection.name, version: projection.version, build })
      .forUpdate()
      .first('build');
    if (!locked || !projection.removePortion) return 0;
    const rows = await projection.removePortion(removed, rowsPerPortion, contextOf(projection, tx, build));
    if (rows < rowsPerPortion) await endRemoval(tx, member, removed);
    return rows;
  });
}
