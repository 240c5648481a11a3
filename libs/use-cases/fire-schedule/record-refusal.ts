import type { CommandRunner } from '@pps/event-store';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { decideFiringDeferral, decideFiringFailure, decideScheduleCancel, followPin } from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleFact, type ScheduleState } from '@pps/schedules/events';
import { failureOf } from '@pps/runtime';
import { pinIdOfSchedule } from '../create-pin/duplicate-request';
import { abandonUnqueuedPin, type AbandonUnqueuedPinDeps } from './abandon-unqueued-pin';
import { originOfFiring } from './schedule-principal';

/** Whether an error says that the schedule cannot fire as it is, and not that something is unavailable. */
export const isRefusal = (error: unknown): error is Rejected | NotFound | Invalid =>
  error instanceof Rejected || error instanceof NotFound || error instanceof Invalid;

/** Records why a schedule that is due did not fire. Silent where it was changed, or its pin queued, in the meantime. */
export async function recordRefusal(
  deps: AbandonUnqueuedPinDeps & { readonly runner: Pick<CommandRunner, 'run'> },
  schedule: Schedule,
  error: Error,
  now: Date,
): Promise<void> {
  const [at, origin] = [now.toISOString(), originOfFiring(schedule, now)];
  const pin = await abandonUnqueuedPin(deps, schedule, origin);
  if (pin?.kind === 'pin') return;
  const { code, message } = failureOf(error);
  const abandonedEntryId = schedule.phase === 'fired' ? schedule.unit.entryId : null;
  const refusal = { errorCode: code, errorMessage: error instanceof Rejected ? error.message : message, at, abandonedEntryId };
  const decide = (state: ScheduleState): readonly ScheduleFact[] => {
    switch (code) {
      case 'quota_exceeded':
        return decideFiringDeferral(refusal, state);
      case 'account_revoked': {
        const pinIsGone = abandonedEntryId === null ? {} : { pinIsGone: { entryId: abandonedEntryId } };
        return decideScheduleCancel({ reason: 'account_revoked', at, ...pinIsGone }, state);
      }
      case 'idempotency_key_reused':
        // Its pin was deleted.
        return followPin({ pinId: pinIdOfSchedule(schedule.scheduleId), at, outcome: { kind: 'deleted' } }, state);
      default:
        return decideFiringFailure(refusal, state);
    }
  };
  await deps.runner.run(scheduleStream, schedule.scheduleId, origin, decide);
}
