import { mapLimited } from '@pps/concurrency';
import { causedBy, factsOf, streamId, type Streams, type HandledFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { defineProcess, type Database, type Process } from '@pps/read-store';
import { followPin, type PinOutcome } from '../schedule/schedule-change.decider';
import { scheduleStream } from '../schedule/schedule.stream';

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

/** Which schedule fired a pin. */
interface FiredPin {
  readonly pinId: string;
  readonly scheduleId: string;
}

/** Remembers which pins are schedules'. A pin that is there already keeps its schedule. */
async function noteFiredPins(db: Database, pins: readonly FiredPin[]): Promise<void> {
  if (pins.length === 0) return;
  const rows = pins.map(({ pinId, scheduleId }) => ({ pin_id: pinId, schedule_id: scheduleId }));
  await db('schedules.fired_pin').insert(rows).onConflict('pin_id').ignore();
}

/** The schedules of these pins; a pin that no schedule fired is absent. */
async function schedulesOfPins(db: Database, pinIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (pinIds.length === 0) return new Map();
  const rows = (await db('schedules.fired_pin')
    .whereIn('pin_id', [...pinIds])
    .select('pin_id', 'schedule_id')) as { pin_id: string; schedule_id: string }[];
  return new Map(rows.map(({ pin_id, schedule_id }) => [pin_id, schedule_id]));
}
