import { originOfPrincipal, type Principal } from '@pps/identity';
import { followPin, type PinOutcome } from '@pps/schedules';
import { describePin, type PinState } from '@pps/pins/events';
import { scheduleStream, type Schedule } from '@pps/schedules/events';
import { loadPinOfSchedule, requireSchedule, type ChangeScheduleDeps } from './append-schedule-change';

export interface SettledSchedule {
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
