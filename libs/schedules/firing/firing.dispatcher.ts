import { ConditionVariable } from '@pps/concurrency';
import type { FencingToken, Leadership } from '@pps/leases';
import type { LoopWait } from '@pps/read-store';
import { LRUCache } from 'lru-cache';
import type { DueSchedule, DueSchedules } from './due-schedules.query';

/** What became of schedules of one project that were due. */
export interface FiredPortion {
  /** Those that need not be looked at again. */
  readonly fired: readonly string[];
  /** Those that could not be fired for a reason that is not the schedule's own. */
  readonly failed: ReadonlyMap<string, unknown>;
}

export interface FiringDeps {
  /** The schedules that are due, as the holder of this token may read them. */
  readonly dueSchedules: (token: FencingToken) => DueSchedules;
  /** Fires schedules of one project that are due at `now`; silent for those that are not due any more. */
  readonly fire: (scheduleIds: readonly string[], now: Date, turn: FiringSignals) => Promise<FiredPortion>;
  /** Loads what firing these will need. */
  readonly prepare: (scheduleIds: readonly string[]) => Promise<void>;
  /** Leaves a schedule alone for a while; throws an error that is not its own. */
  readonly passOver: (scheduleId: string, error: unknown) => Promise<void>;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: LoopWait;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Of one project in one go. */
const portionAtMost = 50;
/** Until the read model shows what has become of it. */
const takenForMs = 2_000;
/** The same of one that has fired: a read model that is behind does not bring it back. */
const firedForMs = 15_000;
const takenAtMost = 10_000;
const longestWaitMs = 1_000;
/** Where something is due but all of it is taken or passed over. */
const takenWaitMs = 50;
const afterErrorMs = 500;
/** What is due within this time is prepared, so that a burst finds it ready. */
const preparedWithinMs = 20_000;
const preparedAtMost = 5_000;
const prepareEveryMs = 1_000;

/** Milliseconds until something is prepared or fired, in SQL. */
export const firingDue = `(select extract(epoch from min(next_due_at) - clock_timestamp()) * 1000 - ${preparedWithinMs} from read.schedule_due_project)`;

/** Fires what is due, fairly over projects, and sleeps until the next one is; leads until the lease is lost. */
export async function runFiring(deps: FiringDeps, { holder, epoch, signal }: Leadership): Promise<void> {
  const schedules = deps.dueSchedules({ holder, epoch });
  const taken = createRecord(takenAtMost, takenForMs, deps.monotonic);
  const places = new FiringPlaces();
  const prepareNext = preparation(deps, schedules);

  const passOver = (scheduleId: string, error: unknown) => deps.passOver(scheduleId, error).then(() => deps.onError(error), deps.onError);

  const fire = async (portion: readonly DueSchedule[], now: Date): Promise<void> => {
    const turn = places.take(portion, signal);
    const ids = portion.map(({ scheduleId }) => scheduleId);
    const all = (error: unknown): FiredPortion => ({ fired: [], failed: new Map(ids.map((scheduleId) => [scheduleId, error])) });
    const { fired, failed } = await deps.fire(ids, now, turn).catch(all);
    await Promise.all([...failed].map(([scheduleId, error]) => passOver(scheduleId, error)));
    const isFired = new Set(fired);
    for (const scheduleId of ids) taken.set(scheduleId, true, { ttl: isFired.has(scheduleId) ? firedForMs : takenForMs });
    places.leave(portion);
  };

  while (!signal.aborted) {
    try {
      const { now, due, nextInMs } = await schedules.read(places.free, [...places.scheduleIds, ...taken.keys()], places.waitingProjects);
      if (signal.aborted) break;
      for (const portion of portionsOf(due)) void fire(portion, now);
      if (due.length === 0) {
        if (nextInMs !== 0) prepareNext();
        await deps.progress(waitMs(nextInMs), signal);
      } else await places.untilHalfFree(signal);
    } catch (error) {
      deps.onError(error);
      await deps.pause(afterErrorMs);
    }
  }
  await places.untilEmpty();
}

/** Of each project, in the order in which they are due. */
export function portionsOf(due: readonly DueSchedule[]): readonly (readonly DueSchedule[])[] {
  const byProject = new Map<string, DueSchedule[]>();
  for (const schedule of due) byProject.set(schedule.projectId, [...(byProject.get(schedule.projectId) ?? []), schedule]);
  return [...byProject.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / portionAtMost) }, (_, n) => all.slice(n * portionAtMost, (n + 1) * portionAtMost)),
  );
}

/** Prepares what will be due soon, once a second at most, beside everything else; what cannot be prepared is loaded when it fires. */
function preparation({ prepare, monotonic, onError }: FiringDeps, schedules: DueSchedules): () => void {
  const prepared = createRecord(2 * preparedAtMost, preparedWithinMs, monotonic);
  let [isPreparing, last] = [false, -Infinity];
  return () => {
    if (isPreparing || monotonic() - last < prepareEveryMs) return;
    [isPreparing, last] = [true, monotonic()];
    void schedules
      .readAhead(preparedWithinMs, preparedAtMost)
      .then(async (found) => {
        const fresh = found.filter((scheduleId) => !prepared.has(scheduleId));
        for (const scheduleId of fresh) prepared.set(scheduleId, true);
        if (fresh.length > 0) await prepare(fresh);
      })
      .catch(onError)
      .finally(() => (isPreparing = false));
  };
}

/** Of at most so many ids; its memory grows with them (`max` would reserve it at once). */
const createRecord = (most: number, ttl: number, now: () => number) =>
  new LRUCache<string, true>({ maxSize: most, sizeCalculation: () => 1, ttl, ttlResolution: 0, perf: { now } });

const waitMs = (nextInMs: number | null): number =>
  nextInMs === null ? longestWaitMs : nextInMs === 0 ? takenWaitMs : Math.min(longestWaitMs, Math.ceil(nextInMs));

/** Beyond this many the event store gains nothing, and a schedule that has just come due waits behind them. */
const atOnce = 100;
/** Beyond this many those that wait count as well: each is held in memory. */
const waitingAtMost = 5_000;

/** What the schedules of a portion tell their leader while they fire. */
export interface FiringSignals {
  /** Aborts when the leader ends: what only waits ends then, with nothing fired. */
  readonly signal: AbortSignal;
  /** From now on they wait for others, and take no place. */
  readonly onWait: () => void;
  readonly onBegin: () => void;
}

/** The schedules that fire now, in a bounded number of places, and those that wait for others before: one tenant's burst keeps no place from others. */
class FiringPlaces {
  private readonly projects = new Map<string, string>();
  private readonly waiting = new Set<string>();
  private readonly changed = new ConditionVariable();

  /** How many more may begin; always one, so that what began after it had waited keeps none. */
  get free(): number {
    return Math.max(1, atOnce - this.occupied);
  }

  get scheduleIds(): readonly string[] {
    return [...this.projects.keys()];
  }

  /** Those of which some wait: more of them would only wait too. */
  get waitingProjects(): ReadonlySet<string> {
    return new Set([...this.waiting].map((scheduleId) => this.projects.get(scheduleId) ?? ''));
  }

  /** Takes places for a portion. */
  take(portion: readonly DueSchedule[], signal: AbortSignal): FiringSignals {
    for (const { scheduleId, projectId } of portion) this.projects.set(scheduleId, projectId);
    const onWait = () => {
      for (const { scheduleId } of portion) this.waiting.add(scheduleId);
      this.changed.notifyAll();
    };
    return { signal, onWait, onBegin: () => this.endWait(portion) };
  }

  leave(portion: readonly DueSchedule[]): void {
    this.endWait(portion);
    for (const { scheduleId } of portion) this.projects.delete(scheduleId);
    this.changed.notifyAll();
  }

  async untilHalfFree(signal: AbortSignal): Promise<void> {
    while (this.occupied > atOnce / 2 && !signal.aborted) await this.changed.wait(longestWaitMs, signal);
  }

  async untilEmpty(): Promise<void> {
    while (this.projects.size > 0) await this.changed.wait(longestWaitMs);
  }

  private get occupied(): number {
    return this.projects.size - Math.min(this.waiting.size, waitingAtMost);
  }

  private endWait(portion: readonly DueSchedule[]): void {
    for (const { scheduleId } of portion) this.waiting.delete(scheduleId);
  }
}
