import { ConditionVariable } from '@pps/concurrency';
import type { FencingToken, Leadership } from '@pps/leases';
import { LRUCache } from 'lru-cache';
import type { DueSchedules } from './due-schedules';

export interface FiringDeps {
  /** The schedules that are due, as the holder of this token may read them. */
  readonly dueSchedules: (token: FencingToken) => DueSchedules;
  /** Fires one that is due at `now`; silent for one that is not due any more. */
  readonly fire: (scheduleId: string, now: Date) => Promise<void>;
  /** Leaves a schedule alone for a while; throws an error that is not its own. */
  readonly passOver: (scheduleId: string, error: unknown) => Promise<void>;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: (ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Beyond this many the event store gains nothing, and a schedule that has just come due waits behind them. */
const atOnce = 48;
/** Until the read model shows that it has fired. */
const takenForMs = 2_000;
const takenAtMost = 10_000;
const longestWaitMs = 1_000;
/** Where something is due but all of it is taken or passed over. */
const takenWaitMs = 50;
const afterErrorMs = 500;

/** Fires what is due, fairly over projects, and sleeps until the next one is; leads until the lease is lost. */
export async function runFiring(deps: FiringDeps, { holder, epoch, signal }: Leadership): Promise<void> {
  const schedules = deps.dueSchedules({ holder, epoch });
  const taken = new LRUCache<string, true>({ max: takenAtMost, ttl: takenForMs, ttlResolution: 0, perf: { now: deps.monotonic } });
  const [firing, freed] = [new Set<string>(), new ConditionVariable()];

  const start = (scheduleId: string, now: Date): void => {
    firing.add(scheduleId);
    void deps
      .fire(scheduleId, now)
      .catch((error: unknown) => deps.passOver(scheduleId, error).then(() => deps.onError(error)))
      .catch(deps.onError)
      .finally(() => {
        taken.set(scheduleId, true);
        firing.delete(scheduleId);
        freed.notifyAll();
      });
  };

  while (!signal.aborted) {
    try {
      const free = atOnce - firing.size;
      const { now, due, nextInMs } = await schedules.read(free, [...firing, ...taken.keys()]);
      if (signal.aborted) break;
      for (const { scheduleId } of due) start(scheduleId, now);
      if (due.length === 0) await deps.progress(waitMs(nextInMs));
      else while (firing.size > atOnce / 2 && !signal.aborted) await freed.wait(longestWaitMs);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
  while (firing.size > 0) await freed.wait(longestWaitMs);
}

const waitMs = (nextInMs: number | null): number =>
  nextInMs === null ? longestWaitMs : nextInMs === 0 ? takenWaitMs : Math.min(longestWaitMs, Math.ceil(nextInMs));
