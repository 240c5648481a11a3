import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound, type Clock } from '@pps/kernel';
import {
  describeSchedule,
  followedPin,
  scheduleStream,
  type Schedule,
  type ScheduleFact,
  type ScheduleState,
  type ScheduleView,
} from '@pps/schedules/events';
import { pinStream, type PinState } from '@pps/pins/events';

export interface ChangeScheduleDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/** Appends what `change` decides about the schedule as it is now; its state then. Throws `WrongRevision` where the stream is not at `expectedRevision`. */
export async function appendScheduleChange(
  { streams, clock }: ChangeScheduleDeps,
  principal: Principal,
  scheduleId: string,
  change: (at: string, state: ScheduleState) => readonly ScheduleFact[],
  expectedRevision?: number,
): Promise<ScheduleState> {
  const now = clock();
  const options = expectedRevision === undefined ? {} : { expectedRevision };
  const decide = (state: ScheduleState) => change(now.toISOString(), state);
  const { state } = await streams.decide(scheduleStream, scheduleId, originOfPrincipal(principal, now), decide, options);
  return state;
}

/** The schedule as it and its pin stand now. Throws `NotFound` where there is none. */
export async function viewOfSchedule({ streams }: Pick<ChangeScheduleDeps, 'streams'>, state: ScheduleState): Promise<ScheduleView> {
  const schedule = requireSchedule(state);
  const pin = await loadPinOfSchedule({ streams }, schedule);
  return describeSchedule(schedule, followedPin(pin?.state ?? pinStream.decider.initial));
}

/** The pin that the schedule has fired, as it is now; null where it has none. */
export async function loadPinOfSchedule(
  { streams }: Pick<ChangeScheduleDeps, 'streams'>,
  schedule: Schedule,
): Promise<{ readonly state: PinState; readonly revision: number } | null> {
  if (!('pinId' in schedule) || schedule.pinId === null) return null;
  return streams.load(pinStream, schedule.pinId);
}

/** Whether nothing more happens to the schedule by itself. */
export const hasScheduleEnded = ({ phase }: Schedule): boolean => phase === 'done' || phase === 'failed' || phase === 'canceled';

/** Throws `NotFound` where the state is of none. */
export function requireSchedule(state: ScheduleState): Schedule {
  if (state.kind !== 'schedule') throw new NotFound('Schedule');
  return state;
}
