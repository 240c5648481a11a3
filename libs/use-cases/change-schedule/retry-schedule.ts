import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { wrongState } from '@pps/schedules';
import { scheduleStream, type ScheduleView } from '@pps/schedules/events';
import { retryPin, type RetryPinDeps } from '../change-pin/retry-pin';
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
import { appendScheduleChange, pinOfSchedule, viewOfSchedule, type ChangeScheduleDeps } from './append-schedule-change';
import { settleSchedule } from './settle-schedule';

export type RetryScheduleDeps = ChangeScheduleDeps & RetryPinDeps & FireScheduleDeps;

/**
 * Another go at a failed schedule: its pin is retried, which consumes a unit again; one that never got a pin is checked like a new one and fires
 * at once. Throws `Rejected('bad_request')` for one that has not failed, `NotFound`, and the refusals of the checks.
 */
export async function retrySchedule(deps: RetryScheduleDeps, principal: Principal, scheduleId: string): Promise<ScheduleView> {
  const schedule = await settleSchedule(deps, principal, scheduleId);
  if (schedule.phase !== 'failed') throw wrongState(schedule, 'retried');
  const pin = await pinOfSchedule(deps, schedule);
  if (pin.kind === 'pin') {
    await retryPin(deps, principal, pin, {}).catch((error: unknown) => {
      // Another retry was first.
      throw error instanceof Rejected && error.code === 'pin_not_failed' ? wrongState(schedule, 'retried') : error;
    });
  } else {
    const { accountId, boardId, content } = schedule;
    await requireAccount(deps, principal, accountId);
    const terms = await deps.termsOf(principal);
    requireFeature(deps, content, terms);
    requireBilling(deps, terms);
    await requireMediaOfEdit(deps, principal, content, content);
    await requireBoard(deps, principal, accountId, boardId);
    const quota = await monthlyQuota(deps, principal);
    if (quota.used >= quota.limit) throw quotaExceeded(deps, principal, quota);
    await appendScheduleChange(deps, principal, scheduleId, { kind: 'retry' });
    // What cannot be fired here and now is fired by the process that fires what is due.
    await fireSchedule(deps, scheduleId, deps.clock()).catch(() => undefined);
  }
  await settleSchedule(deps, principal, scheduleId);
  return viewOfSchedule(deps, (await deps.runner.load(scheduleStream, scheduleId)).state);
}
