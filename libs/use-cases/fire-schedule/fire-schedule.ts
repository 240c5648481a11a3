import { quotaMonth } from '@pps/billing';
import type { BoardAccess } from '@pps/connections';
import type { Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import {
  isScheduleDue,
  decideFiringDeferral,
  decideFiringFailure,
  decideScheduleCancel,
  decideTryAdvance,
  followPin,
} from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleFact, type ScheduleState } from '@pps/schedules/events';
import type { PresentEpoch } from '@pps/workspaces/events';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { pinIdOfSchedule } from '../create-pin/duplicate-request';
import {
  abandonUnqueuedPin,
  firingClaim,
  FiringSuperseded,
  pinRequestOfSchedule,
  whileFiring,
  originOfFiring,
  principalOfSchedule,
} from './firing-claim';

export interface FireScheduleDeps extends CreatePinDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly boards: Pick<BoardAccess, 'check' | 'checkLocally'>;
  readonly presentEpoch: PresentEpoch;
}

/**
 * Fires a schedule that is due at `now`, by the database's clock; silent for one that is not, so that any number of processes may call it any
 * number of times. A unit of quota is reserved, `ScheduleFired` names it and freezes what the pin shows, and then the pin is queued under an id
 * derived from the schedule's; after a crash in between the next call goes on. A refusal is recorded and told: used up quota defers it, a
 * revoked account cancels it, anything else fails it. The platform is not asked: what it refuses ends the pin, and with it the schedule.
 * Throws what is not the schedule's own (`StoreUnavailable` …).
 */
export async function fireSchedule(deps: FireScheduleDeps, scheduleId: string, now: Date): Promise<void> {
  const { state: schedule, revision } = await deps.streams.load(scheduleStream, scheduleId);
  if (!isScheduleDue(schedule, now.toISOString())) return;
  if (!(await deps.presentEpoch(schedule))) throw new Error(`schedule ${scheduleId} belongs to a sandbox that was reset`);
  const principal = principalOfSchedule(schedule, await deps.live.head());
  try {
    await queuePin(deps, principal, schedule, revision, now);
  } catch (error) {
    if (error instanceof FiringSuperseded) return;
    if (!isRefusal(error)) throw error;
    await recordRefusal(deps, schedule, error, now);
  }
}

async function queuePin(deps: FireScheduleDeps, principal: Principal, schedule: Schedule, revision: number, now: Date): Promise<void> {
  // Its unit gets replaced: a process that stalled with that unit must not queue the pin any more, even after a cancel.
  if (schedule.phase === 'fired') await abandonUnqueuedPin(deps, schedule, originOfFiring(schedule, now));
  const claim = firingClaim(deps, schedule, revision, now);
  await createPin(whileFiring(deps, now), principal, pinRequestOfSchedule(schedule), 'schedule', claim);
}

/** Whether an error says that the schedule cannot fire as it is, and not that something is unavailable. */
export const isRefusal = (error: unknown): error is Rejected | NotFound | Invalid =>
  error instanceof Rejected || error instanceof NotFound || error instanceof Invalid;

type RecordRefusalDeps = Pick<FireScheduleDeps, 'streams' | 'claims' | 'termsOf' | 'live'>;

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
  const { planTerms: terms } = await termsOf(principalOfSchedule(schedule, await live.head()));
  return refusal instanceof Rejected && terms.quotaPinsMonthly > Number(refusal.context['quota_limit']);
}

async function hasUnconfirmedUnit({ claims }: RecordRefusalDeps, { projectId, epoch, scheduleId }: Schedule, now: Date): Promise<boolean> {
  return (await claims.findPinIds(projectId, epoch, quotaMonth(now))).has(pinIdOfSchedule(scheduleId));
}
