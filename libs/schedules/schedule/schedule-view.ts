import { laterMoment } from '@pps/kernel';
import { describePin, type PinState, type PinView } from '@pps/pins/events';
import type { Schedule, ScheduleDetails } from './schedule.stream';

export type ScheduleStatus = 'scheduled' | 'queued' | 'deferred' | 'running' | 'done' | 'failed' | 'canceled';

/** A schedule as clients see it. */
export interface ScheduleView extends ScheduleDetails {
  readonly status: ScheduleStatus;
  readonly pinId: string | null;
  readonly firedAt: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** What a schedule's status depends on of its pin. */
export type FollowedPin =
  | Pick<PinView, 'status' | 'errorCode' | 'errorMessage' | 'boardId' | 'content' | 'accountId' | 'updatedAt'>
  | { readonly status: 'deleted'; readonly updatedAt: string }
  | null;

/** What a schedule's status depends on of its pin's state. */
export function followedPin(pin: PinState): FollowedPin {
  if (pin.kind === 'deleted') return { status: 'deleted', updatedAt: pin.updatedAt ?? '' };
  return pin.kind === 'pin' ? describePin(pin) : null;
}

const noError = { errorCode: null, errorMessage: null };
const revoked = { errorCode: 'account_revoked', errorMessage: 'The platform account was disconnected.' };

const statusOfPin = { queued: 'queued', deferred: 'deferred', publishing: 'running', published: 'done', failed: 'failed' } as const;

/** The schedule as clients see it; one that has fired is as its pin is, where that is known. */
export function describeSchedule(schedule: Schedule, pin: FollowedPin = null): ScheduleView {
  return { ...schedule, pinId: null, firedAt: null, ...noError, ...shown(schedule, pin) };
}

function shown(schedule: Schedule, pin: FollowedPin): Pick<ScheduleView, 'status'> & Partial<ScheduleView> {
  switch (schedule.phase) {
    case 'scheduled':
      return { status: 'scheduled' };
    case 'deferred': {
      const { errorCode, errorMessage } = schedule;
      return { status: 'deferred', errorCode, errorMessage };
    }
    case 'canceled': {
      const { pinId, firedAt } = schedule;
      const updatedAt = laterMoment(schedule.updatedAt, pin?.updatedAt ?? '');
      return { status: 'canceled', pinId, firedAt, updatedAt, ...(schedule.reason === 'account_revoked' ? revoked : noError) };
    }
    case 'failed': {
      const { pinId, firedAt, errorCode, errorMessage } = schedule;
      if (pinId === null) return { status: 'failed', errorCode, errorMessage };
      return { status: 'failed', ...followed({ ...schedule, pinId, firedAt }, pin) };
    }
    case 'fired':
      return { status: 'queued', ...followed({ ...schedule, ...noError }, pin) };
    case 'done':
      return { status: 'done', ...followed({ ...schedule, ...noError }, pin) };
  }
}

/** Its pin is what it is, whatever the schedule's own facts have said so far: those follow a moment later. */
function followed(
  { pinId, firedAt, ...schedule }: Pick<ScheduleView, 'pinId' | 'firedAt' | 'errorCode' | 'errorMessage' | 'updatedAt'>,
  pin: FollowedPin,
): Partial<ScheduleView> {
  const fired = { pinId, firedAt };
  if (pin === null) return { ...fired, errorCode: schedule.errorCode, errorMessage: schedule.errorMessage };
  const updatedAt = laterMoment(schedule.updatedAt, pin.updatedAt);
  if (pin.status === 'deleted') return { ...fired, status: 'canceled', updatedAt };
  const { status, errorCode, errorMessage, boardId, content, accountId } = pin;
  return { ...fired, status: statusOfPin[status], errorCode, errorMessage, boardId, content, accountId, updatedAt };
}
