import { ConditionVariable } from '@pps/concurrency';
import type { DueSchedule } from './due-schedules';

/** Beyond this many the event store gains nothing, and a schedule that has just come due waits behind them. */
const atOnce = 100;
/** Beyond this many those that wait count as well: each is held in memory. */
const waitingAtMost = 5_000;
const longestWaitMs = 1_000;

/** What the schedules of a portion tell their leader while they fire. */
export interface FiringSignals {
  /** Aborts when the leader ends: what only waits ends then, with nothing fired. */
  readonly signal: AbortSignal;
  /** From now on they wait for others, and take no place. */
  readonly onWait: () => void;
  readonly onBegin: () => void;
}

/** The schedules that fire now, in a bounded number of places, and those that wait for others before: one tenant's burst keeps no place from others. */
export class FiringPlaces {
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
