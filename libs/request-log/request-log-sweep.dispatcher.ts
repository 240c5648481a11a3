import type { Pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import type { Database } from '@pps/read-store';
import { findOverfullProjects, removeEmptyCounts, removeOldest } from './request-retention.store';

export interface RequestLogSweepDeps {
  readonly db: Database;
  /** How many requests of a project are kept. */
  readonly mostOfProject: number;
  readonly pause: Pause;
  readonly onError: (error: unknown) => void;
}

export const requestLogDuty = 'request-log-sweep';

const everyMs = 15_000;

/** Removes requests that are a week old, and of each project the oldest beyond its room. */
export async function runRequestLogSweep(deps: RequestLogSweepDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    await sweepRequestLog(deps, signal).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}

/** A thousand of each project in turn, until nothing is left to remove. */
export async function sweepRequestLog(
  { db, mostOfProject }: Pick<RequestLogSweepDeps, 'db' | 'mostOfProject'>,
  signal: AbortSignal,
): Promise<void> {
  for (let removed = 1; removed > 0 && !signal.aborted;) {
    removed = 0;
    for (const projectId of await findOverfullProjects(db, mostOfProject)) {
      if (signal.aborted) return;
      removed += await removeOldest(db, projectId, mostOfProject);
    }
  }
  await removeEmptyCounts(db);
}
