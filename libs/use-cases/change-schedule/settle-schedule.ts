import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound, type Clock } from '@pps/kernel';
import { describePin, pinStream, type PinState } from '@pps/pins/events';
import { followPin, type PinOutcome } from '@pps/schedules';
import {
  scheduleStream,
  describeSchedule,
  followedPin,
  type Schedule,
  type ScheduleFact,
  type ScheduleState,
  type ScheduleView,
} from '@pps/schedules/events';

interface SettledSchedule {
  readonly schedule: Schedule;
  readonly pin: PinState;
  /** Where the pin's stream was then; null for a schedule without one. */
  readonly pinRevision: number | null;
}

/**
 * The schedule with what has happened to its pin: the process that follows pins may be a moment behind, and nobody is to be refused for that.
 * Throws `NotFound` where there is none.
 */
export async function settleSchedule(deps: ChangeScheduleDeps, principal: Principal, scheduleId: string): Promise<SettledSchedule> {
  const schedule = requireSchedule((await deps.streams.load(scheduleStream, scheduleId)).state);
  const loaded = await loadPinOfSchedule(deps, schedule);
  if (loaded === null || !('pinId' in schedule) || schedule.pinId === null) return { schedule, pin: { kind: 'none' }, pinRevision: null };
  const { state: pin, revision: pinRevision } = loaded;
  const outcome = outcomeOfPin(pin, schedule);
  if (!outcome) return { schedule, pin, pinRevision };
  const now = deps.clock();
  const command = { pinId: schedule.pinId, at: now.toISOString(), outcome };
  const { state } = await deps.streams.decide(scheduleStream, scheduleId, originOfPrincipal(principal, now), (current) =>
    followPin(command, current),
  );
  return { schedule: requireSchedule(state), pin, pinRevision };
}

function outcomeOfPin(pin: PinState, { phase }: Schedule): PinOutcome | null {
  if (pin.kind === 'deleted') return { kind: 'deleted' };
  if (pin.kind !== 'pin') return null;
  const { status, errorCode, errorMessage } = describePin(pin);
  if (status === 'published') return { kind: 'published' };
  if (status === 'failed') return { kind: 'failed', errorCode: errorCode ?? 'internal_error', errorMessage: errorMessage ?? '' };
  return phase === 'failed' ? { kind: 'retried' } : null;
}

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
async function loadPinOfSchedule(
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
