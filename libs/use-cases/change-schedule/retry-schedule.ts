import type { Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import type { Agreement, Pin } from '@pps/pins/events';
import { decideRetryOfPin, decideScheduleRetry, wrongState } from '@pps/schedules';
import { describeSchedule, type Schedule, type ScheduleView } from '@pps/schedules/events';
import { insteadOfScheduleRetry, requireAgreement } from '../agreement/require-agreement';
import { retryPin, type RetryPinDeps } from '../change-pin/edit-pin';
import {
  monthlyQuota,
  quotaExceeded,
  requireAccount,
  requireBilling,
  requireBoard,
  requireFeature,
  requireMediaOfEdit,
} from '../create-pin/pin-checks';
import { fireSchedule, type FireScheduleDeps } from '../fire-schedule/fire-schedule';
import { appendScheduleChange, requireSchedule, viewOfSchedule, settleSchedule, type ChangeScheduleDeps } from './settle-schedule';

export type RetryScheduleDeps = ChangeScheduleDeps & RetryPinDeps & FireScheduleDeps;

/**
 * Another go at a failed schedule: its pin is retried, which consumes a unit again; one that never got a pin is checked like a new one and fires
 * at once. Throws `Rejected('proposal_required')`, `Rejected('bad_request')` for one that has not failed or is just being retried, `NotFound`, and the refusals of the checks: nothing
 * goes out then.
 */
export async function retrySchedule(
  deps: RetryScheduleDeps,
  principal: Principal,
  scheduleId: string,
  given?: Agreement,
): Promise<ScheduleView> {
  const agreement = requireAgreement(principal, given, insteadOfScheduleRetry);
  const { schedule, pin } = await settleSchedule(deps, principal, scheduleId);
  if (schedule.phase !== 'failed') throw wrongState(schedule, 'retried');
  const retried =
    pin.kind === 'pin'
      ? await retryItsPin(deps, principal, { schedule, pin }, agreement)
      : await retryFiring(deps, principal, schedule, agreement);
  try {
    return await viewOfSchedule(deps, (await settleSchedule(deps, principal, scheduleId)).schedule);
  } catch (error) {
    // It has ended since, and was deleted.
    if (error instanceof NotFound) return retried;
    throw error;
  }
}

async function retryItsPin(
  deps: RetryScheduleDeps,
  principal: Principal,
  { schedule, pin }: { readonly schedule: Schedule; readonly pin: Pin },
  agreement: Agreement | undefined,
): Promise<ScheduleView> {
  const { scheduleId } = schedule;
  let announced = -1;
  const announce = async (pinRevision: number) => {
    // Announced again, with another unit, it would take itself for another retry.
    if (pinRevision === announced) return;
    await appendScheduleChange(deps, principal, scheduleId, (at, state) => decideRetryOfPin({ pinRevision, at }, state));
    announced = pinRevision;
  };
  try {
    return describeSchedule(schedule, await retryPin(deps, principal, pin, { agreement }, announce));
  } catch (error) {
    // Another retry was first.
    throw error instanceof Rejected && error.code === 'pin_not_failed' ? wrongState(schedule, 'retried') : error;
  }
}

async function retryFiring(
  deps: RetryScheduleDeps,
  principal: Principal,
  schedule: Schedule,
  agreement: Agreement | undefined,
): Promise<ScheduleView> {
  const { scheduleId, accountId, boardId, content } = schedule;
  await requireAccount(deps, principal, accountId);
  const terms = await deps.termsOf(principal);
  requireFeature(deps, content, terms);
  requireBilling(deps, terms);
  await requireMediaOfEdit(deps, principal, content, content);
  await requireBoard(deps, principal, accountId, boardId);
  const quota = await monthlyQuota(deps, principal);
  if (quota.used >= quota.limit) throw quotaExceeded(deps, principal, quota);
  const retried = requireSchedule(
    await appendScheduleChange(deps, principal, scheduleId, (at, state) => decideScheduleRetry({ at, agreement }, state)),
  );
  // What cannot be fired here and now is fired by the process that fires what is due.
  await fireSchedule(deps, scheduleId, deps.clock()).catch(() => undefined);
  return describeSchedule(retried);
}
