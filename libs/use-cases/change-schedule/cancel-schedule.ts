import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { describePin } from '@pps/pins/events';
import { decideScheduleCancel, wrongState, decideScheduleDeletion } from '@pps/schedules';
import type { Schedule, ScheduleState, ScheduleView } from '@pps/schedules/events';
import { appendPinDeletion } from '../change-pin/delete-pin';
import { abandonUnqueuedPin } from '../fire-schedule/firing-claim';
import { appendScheduleChange, hasScheduleEnded, viewOfSchedule, settleSchedule, type ChangeScheduleDeps } from './settle-schedule';

const triesAtMost = 5;

/**
 * Cancels a schedule that waits for its time, is deferred, or has fired while its pin still waits: that pin is deleted and its unit released.
 * Nothing of it goes out once this has answered. Throws `Rejected('bad_request')` for one that is being published or has ended, `NotFound`.
 */
export async function cancelSchedule(deps: ChangeScheduleDeps, principal: Principal, scheduleId: string): Promise<ScheduleView> {
  for (let tries = 1; ; tries++) {
    const { schedule } = await settleSchedule(deps, principal, scheduleId);
    try {
      return await viewOfSchedule(deps, await cancelAsItStands(deps, principal, schedule));
    } catch (error) {
      // It has fired, or got another unit, since it was loaded: now it is another case.
      const mayHaveMoved = error instanceof Rejected && error.code === 'bad_request' && !hasScheduleEnded(schedule) && tries < triesAtMost;
      if (!mayHaveMoved || (await isUnchanged(deps, principal, schedule))) throw error;
    }
  }
}

async function cancelAsItStands(deps: ChangeScheduleDeps, principal: Principal, schedule: Schedule): Promise<ScheduleState> {
  const { scheduleId } = schedule;
  if (hasScheduleEnded(schedule)) throw wrongState(schedule, 'canceled');
  const pin = await abandonUnqueuedPin(deps, schedule, originOfPrincipal(principal, deps.clock()));
  const cancel = (pinIsGone: { readonly pinIsGone?: { readonly entryId: string } | 'deleted' } = {}) =>
    appendScheduleChange(deps, principal, scheduleId, (at, state) =>
      decideScheduleCancel({ reason: 'requested', at, ...pinIsGone }, state),
    );
  if (schedule.phase !== 'fired' || pin === null) return cancel();
  if (pin.kind === 'none' || pin.kind === 'abandoned') {
    const { entryId } = schedule.unit;
    return cancel({ pinIsGone: { entryId } });
  }
  if (pin.kind === 'pin') {
    if (!['queued', 'deferred'].includes(describePin(pin).status)) throw wrongState(schedule, 'canceled');
    await appendPinDeletion(deps, principal, pin, { removedFromPlatform: false, unlessPublished: true }).catch((error: unknown) => {
      // An attempt has begun, or has gone well since: the pin is or may be on the platform.
      throw error instanceof Rejected && isOnItsWay.includes(error.code) ? wrongState(schedule, 'canceled') : error;
    });
  }
  return cancel({ pinIsGone: 'deleted' });
}

const isOnItsWay: readonly string[] = ['pin_publishing', 'pin_already_published'];

async function isUnchanged(deps: ChangeScheduleDeps, principal: Principal, before: Schedule): Promise<boolean> {
  const { schedule: now } = await settleSchedule(deps, principal, before.scheduleId);
  return now.phase === before.phase && (now.phase !== 'fired' || (before.phase === 'fired' && now.unit.entryId === before.unit.entryId));
}

/**
 * Removes a schedule that has ended; its pin stays. No retry of the schedule that was not answered before lets it go on afterwards.
 * Throws `Rejected('bad_request')` for one that has not ended or is just being retried, `NotFound`.
 */
export async function deleteSchedule(deps: ChangeScheduleDeps, principal: Principal, scheduleId: string): Promise<void> {
  const { schedule, pinRevision } = await settleSchedule(deps, principal, scheduleId);
  if (!hasScheduleEnded(schedule)) throw wrongState(schedule, 'deleted');
  await appendScheduleChange(deps, principal, scheduleId, (at, state) => decideScheduleDeletion({ pinRevision, at }, state));
}
