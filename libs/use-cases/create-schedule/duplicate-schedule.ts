import type { LiveStates } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { derivedId, isWithin } from '@pps/kernel';
import { contentHash } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { duplicateScheduleOf } from '@pps/schedules';
import { describeSchedule, followedPin, scheduleStream, type ScheduleView } from '@pps/schedules/events';
import { createHash } from 'node:crypto';
import type { PinRequest } from '../create-pin/duplicate-request';

/** A request for a schedule: a pin and when it is to be queued. */
export interface ScheduleRequest extends PinRequest {
  /** In UTC with milliseconds, as `toISOString` gives it. */
  readonly runAt: string;
  /** The import that it came with. */
  readonly importJobId?: string;
  /** When it was accepted, where that was before now: its time has to be after that. */
  readonly acceptedAt?: string;
}

/** A request and the id that its schedule has or will have. */
export interface IdentifiedSchedule {
  readonly scheduleId: string;
  readonly request: ScheduleRequest & { readonly idempotencyKey: string };
  /** The client sent no key and was given one: nothing can be its repeat yet. */
  readonly isKeyNew: boolean;
}

/**
 * The same key of the same project and epoch always has the same schedule id; its key space is not that of pins. A request without a key is
 * given a uuid as one.
 */
export function identifySchedule(
  { newId }: { readonly newId: () => string },
  { projectId, epoch }: Principal,
  request: ScheduleRequest,
): IdentifiedSchedule {
  const idempotencyKey = request.idempotencyKey ?? newId();
  return {
    scheduleId: derivedId('schedule', projectId, epoch, idempotencyKey),
    request: { ...request, idempotencyKey },
    isKeyNew: request.idempotencyKey === null,
  };
}

/** SHA-256, hex, of everything the client gave: its time as the moment that it means, whatever its offset. */
export const scheduleHashOf = ({ accountId, boardId, content, runAt, repeats }: ScheduleRequest): string =>
  repeats ??
  createHash('sha256')
    .update(`${contentHash(accountId, boardId, content)} ${runAt}`)
    .digest('hex');

/**
 * The schedule that a repeat means, as it and its pin stand now, or null for a request that is new. Throws `Rejected('idempotency_key_reused')`, and
 * `Rejected('account_not_permitted')` where its pin was retried with an account that the credential must not see.
 */
export async function findDuplicateSchedule(
  { live }: { readonly live: Pick<LiveStates, 'get'> },
  principal: Principal,
  { scheduleId, request, isKeyNew }: IdentifiedSchedule,
): Promise<ScheduleView | null> {
  if (isKeyNew) return null;
  const { state } = await live.get(scheduleStream, scheduleId, principal.asOf);
  const schedule = duplicateScheduleOf(scheduleHashOf(request), state, (accountId) => isWithin([accountId], principal.accountIds));
  if (!schedule) return null;
  const pinId = 'pinId' in schedule ? schedule.pinId : null;
  const pin = pinId === null ? pinStream.decider.initial : (await live.get(pinStream, pinId, principal.asOf)).state;
  const view = describeSchedule(schedule, followedPin(pin));
  refuseForeignOwner(principal, view.accountId);
  return view;
}
