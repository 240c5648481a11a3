import type { Pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { dueForgettings, postponeForgetting, saveForgetting } from '@pps/workspaces';
import { eraseForgotten, type EraseForgottenDeps } from './erase-forgotten';

export interface ForgettingDeps extends EraseForgottenDeps {
  readonly pause: Pause;
  readonly log: (level: 'info' | 'warn', message: string, fields: object) => void;
}

export const forgettingDuty = 'forgetting';

const everyMs = 1_000;
const atOnce = 20;
const waitMs = 500;

/** Erases workspaces that are forgotten, a portion of each in turn, until the leadership ends. One that cannot go on holds up no other. */
export async function runForgetting(deps: ForgettingDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const erased = await eraseDue(deps, signal).catch((error: unknown) => {
      deps.log('warn', 'the workspaces to erase could not be read; trying again', { error: String(error) });
      return 0;
    });
    if (erased === 0) await deps.pause(everyMs, signal);
  }
}

/** Erases the next portion of every workspace that is due, twenty at most; says of how many. */
export async function eraseDue(deps: ForgettingDeps, signal: AbortSignal): Promise<number> {
  const due = await dueForgettings(deps.db, atOnce);
  for (const job of due) {
    if (signal.aborted) break;
    const { organizationId } = job;
    try {
      const { waits, ...portion } = await eraseForgotten(deps, job);
      await saveForgetting(deps.db, organizationId, { ...portion, pauseMs: waits ? waitMs : 0 });
      if (portion.completed) deps.log('info', 'a workspace is forgotten', { organizationId });
    } catch (error) {
      await postponeForgetting(deps.db, organizationId, error);
      deps.log('warn', 'a workspace could not be erased further; trying again', { organizationId, step: job.step, error: String(error) });
    }
  }
  return due.length;
}
