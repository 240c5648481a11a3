import type { Pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { portionsAtOnce, removedAtOnce } from './request-log.policy';
import { findExcess, findOverfullProjects, removeEmptyCounts, removeOldest, removePortion } from './request-retention.store';

export interface RequestLogSweepDeps {
  readonly db: Database;
  /** How many requests of a project are kept. */
  readonly mostOfProject: number;
  readonly pause: Pause;
  readonly onError: (error: unknown) => void;
}

export const requestLogDuty = 'request-log-sweep';

const everyMs = 15_000;

/** Removes requests that are a week old, and of each project what it has beyond its room. */
export async function runRequestLogSweep(deps: RequestLogSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await sweepRequestLog(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

/** Each project once, in portions of a thousand; a project that fails holds up no other. */
export async function sweepRequestLog(
  { db, mostOfProject, onError }: Pick<RequestLogSweepDeps, 'db' | 'mostOfProject' | 'onError'>,
  signal: AbortSignal,
): Promise<void> {
  for (const projectId of await findOverfullProjects(db, mostOfProject)) {
    if (signal.aborted) return;
    await sweepProject(db, projectId, mostOfProject).catch(onError);
  }
  await removeEmptyCounts(db);
}

async function sweepProject(db: Database, projectId: string, mostOfProject: number): Promise<void> {
  for (const portion of await findExcess(db, projectId, mostOfProject)) await removePortion(db, projectId, portion, mostOfProject);
  for (let portions = 0; portions < portionsAtOnce; portions += 1) {
    if ((await removeOldest(db, projectId, mostOfProject)) < removedAtOnce) return;
  }
}
