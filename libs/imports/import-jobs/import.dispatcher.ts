import { ConditionVariable, type Pause } from '@pps/concurrency';
import type { Leadership } from '@pps/leases';
import { passOver, type Database } from '@pps/read-store';
import { findNextImports, importingTask } from './import-jobs.query';

export interface ImportingDeps {
  readonly db: Database;
  /** Works off a portion of an import; whether rows of it are left. */
  readonly importPortion: (jobId: string, signal: AbortSignal) => Promise<'more' | 'ended'>;
  /** Resolves when a job was read, or after so many milliseconds, or when the signal aborts. */
  readonly progress: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly pause: Pause;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

export const importingDuty = 'imports';

/** Imports worked off at once, each of another project. */
const atOnce = 4;
/** Where others wait: the longest time until it is looked whether one of them can begin. */
const pollMs = 150;
/** Where none wait, new ones tell of themselves; what was passed over does not. */
const idleMs = 2_000;
const pauseAfterFailureMs = 2_000;

/** Milliseconds until an import goes on, in SQL. */
export const importsDue = `case when exists (select from read.import_job where status in ('queued', 'processing')) then 0 end`;

/** Works imports off while this process leads: one of each project, in portions, so that projects take turns where there are many. */
export async function runImports(deps: ImportingDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  const running = new Map<string, Promise<void>>();
  const turnEnded = new ConditionVariable();
  let othersWait = false;
  const runTurn = async (jobId: string): Promise<void> => {
    while (!signal.aborted && (await deps.importPortion(jobId, signal)) === 'more' && !othersWait);
  };
  while (!signal.aborted) {
    try {
      const next = await findNextImports(deps.db, [...running.keys()], atOnce);
      const begun = next.slice(0, atOnce - running.size);
      othersWait = next.length > begun.length;
      for (const jobId of begun) {
        const turn = runTurn(jobId)
          .catch((error: unknown) => passOverImport(deps, jobId, error))
          .finally(() => {
            running.delete(jobId);
            turnEnded.notifyAll();
          });
        running.set(jobId, turn);
      }
      // Where others wait, the next turn begins when one ends.
      await (othersWait ? turnEnded.wait(pollMs) : deps.progress(idleMs, signal));
    } catch (error) {
      deps.log('warn', 'imports wait', { error: String(error) });
      await deps.pause(pauseAfterFailureMs, signal);
    }
  }
  await Promise.all(running.values());
}

/** An import that cannot go on must not keep those of other projects; what all would meet alike is waited for. */
async function passOverImport({ db, log, pause }: ImportingDeps, jobId: string, error: unknown): Promise<void> {
  log('warn', 'an import waits', { jobId, error: String(error) });
  await passOver(db, importingTask, jobId, error).catch(() => pause(pauseAfterFailureMs));
}
