import { quotaMonth } from '@pps/billing';
import type { Streams } from '@pps/event-store';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { decideFiringDeferral, decideFiringFailure, decideScheduleCancel, decideTryAdvance, followPin } from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleFact, type ScheduleState } from '@pps/schedules/events';
import { failureOf } from '@pps/runtime';
import { pinIdOfSchedule, type DuplicateRequestDeps } from '../create-pin/duplicate-request';
import type { PinCheckDeps } from '../create-pin/pin-checks';
import { abandonUnqueuedPin, type AbandonUnqueuedPinDeps } from './abandon-unqueued-pin';
import { originOfFiring, principalOfSchedule } from './schedule-principal';

/** Whether an error says that the schedule cannot fire as it is, and not that something is unavailable. */
export const isRefusal = (error: unknown): error is Rejected | NotFound | Invalid =>
  error instanceof Rejected || error instanceof NotFound || error instanceof Invalid;

export type RecordRefusalDeps = AbandonUnqueuedPinDeps & {
  readonly streams: Pick<Streams, 'decide'>;
  readonly claims: DuplicateRequestDeps['claims'];
  readonly termsOf: PinCheckDeps['termsOf'];
  readonly live: Pick<DuplicateRequestDeps['live'], 'head'>;
};

/**
 * Records why a schedule that is due did not fire. Silent where it was changed, or its pin queued, in the meantime, and where the quota is used up by
 * a unit of its own, which a process that died has left and which comes back within about a minute: it stays due until then.
 */
export async function recordRefusal(deps: RecordRefusalDeps, schedule: Schedule, error: Error, now: Date): Promise<void> {
  const [at, origin] = [now.toISOString(), originOfFiring(schedule, now)];
  const { code, message } = failureOf(error);
  if (code === 'quota_exceeded' && (await hasUnconfirmedUnit(deps, schedule, now))) return;
  const pin = await abandonUnqueuedPin(deps, schedule, origin);
  if (pin?.kind === 'pin') return;
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
  const { facts } = await deps.streams.decide(scheduleStream, schedule.scheduleId, origin, decide);
  if (facts.some(({ type }) => type === 'ScheduleDeferred') && (await hasQuotaGrown(deps, schedule, error))) {
    // The process that answers a raised plan may not have seen this deferral.
    await deps.streams.decide(scheduleStream, schedule.scheduleId, origin, (state) => decideTryAdvance({ at }, state));
  }
}

/** Whether the plan has been raised since it was refused. */
async function hasQuotaGrown({ termsOf, live }: RecordRefusalDeps, schedule: Schedule, refusal: Error): Promise<boolean> {
  const { terms } = await termsOf(principalOfSchedule(schedule, await live.head()));
  return refusal instanceof Rejected && terms.quotaPinsMonthly > Number(refusal.context['quota_limit']);
}

async function hasUnconfirmedUnit({ claims }: RecordRefusalDeps, { projectId, epoch, scheduleId }: Schedule, now: Date): Promise<boolean> {
  return (await claims.findPinIds(projectId, epoch, quotaMonth(now))).has(pinIdOfSchedule(scheduleId));
}
