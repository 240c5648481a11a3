import { mapLimited } from '@pps/concurrency';
import { causedBy, factsOf, streamId, type Streams, type HandledFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { scheduleStream } from '../schedule/schedule.stream';
import { noteFiredPins, schedulesOfPins } from './fired-pins.store';
import { followPin, type PinOutcome } from './following.decider';

export interface ScheduleFollowingDeps {
  readonly db: Database;
  readonly streams: Pick<Streams, 'decide'>;
  readonly clock: Clock;
  /** Told of a schedule that could not follow now. Throws an error that is not the schedule's own. */
  readonly onFailed: (scheduleId: string, error: unknown) => Promise<void>;
}

const handles = factsOf(pinStream, 'PinQueued', 'PinPublished', 'PinFailed', 'PinRetryRequested', 'PinDeleted');
type Handled = HandledFact<typeof handles>;

const atOnce = 16;

/** The schedule of a pin ends as the pin does, and goes on when that is tried again. */
export const scheduleFollowing = ({ db, streams, clock, onFailed }: ScheduleFollowingDeps): Process<null> =>
  defineProcess({
    name: 'schedule-following',
    startsAt: 'beginning',
    handles,
    // Most pins are nobody's schedule, and their queueing says so.
    concerns: (fact) => fact.type !== 'PinQueued' || fact.data.scheduleId !== undefined,
    initial: null,
    react: async (facts) => {
      const fired = facts.flatMap((fact) => {
        const { pinId, scheduleId } = fact.type === 'PinQueued' ? fact.data : {};
        return pinId !== undefined && scheduleId !== undefined ? [{ pinId, scheduleId }] : [];
      });
      await noteFiredPins(db, fired);
      const outcomes = facts.filter(({ type }) => type !== 'PinQueued');
      const schedules = await schedulesOfPins(db, [...new Set(outcomes.map(pinIdOf))]);
      const byPin = new Map<string, Handled[]>();
      for (const fact of outcomes) {
        const pinId = pinIdOf(fact);
        if (schedules.has(pinId)) byPin.set(pinId, [...(byPin.get(pinId) ?? []), fact]);
      }
      await mapLimited(atOnce, [...byPin], async ([pinId, ordered]) => {
        const scheduleId = schedules.get(pinId) ?? '';
        for (const fact of ordered) {
          const outcome = outcomeOf(fact);
          const at = clock();
          if (!outcome) continue;
          await streams
            .decide(scheduleStream, scheduleId, causedBy(fact, at), (state) => followPin({ pinId, at: at.toISOString(), outcome }, state))
            .catch((error: unknown) => onFailed(scheduleId, error));
        }
      });
      return null;
    },
  });

const pinIdOf = (fact: Handled): string => streamId(pinStream, fact.stream) ?? '';

function outcomeOf(fact: Handled): PinOutcome | null {
  switch (fact.type) {
    case 'PinQueued':
      return null;
    case 'PinPublished':
      return { kind: 'published' };
    case 'PinRetryRequested':
      return { kind: 'retried' };
    case 'PinDeleted':
      return { kind: 'deleted' };
    case 'PinFailed': {
      const { errorCode, errorMessage } = fact.data;
      return { kind: 'failed', errorCode, errorMessage };
    }
  }
}
