import type { Streams, EventStore, RecordedFact } from '@pps/event-store';
import type { DueSchedule, DueSchedules } from '@pps/schedules';
import type { PresentEpoch } from '@pps/workspaces/events';

/** Where a part of a world of schedules can be put into another one; in a sound world each is what it is given. */
export interface ScheduleParts {
  log(log: EventStore): EventStore;
  /** How the process that fires appends. */
  firing(streams: Streams): Pick<Streams, 'decide' | 'load'>;
  /** What is due; `wall` is the clock of the process that asks, in milliseconds. */
  due(
    due: DueSchedules,
    ask: (nowMs: number, most: number, taken: readonly string[]) => readonly DueSchedule[],
    wall: () => number,
  ): DueSchedules;
  presentEpoch(presentEpoch: PresentEpoch): PresentEpoch;
  /** As what a fact reaches the queue of schedules; null: not at all. */
  projected(fact: RecordedFact): RecordedFact | null;
  /** Whether the process of this name runs. */
  isRunning(process: string): boolean;
}

export const soundScheduleParts: ScheduleParts = {
  log: (log) => log,
  firing: (streams) => streams,
  due: (due) => due,
  presentEpoch: (presentEpoch) => presentEpoch,
  projected: (fact) => fact,
  isRunning: () => true,
};
