import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { followPin, wrongState } from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleView } from '@pps/schedules/events';
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
import { appendScheduleChange, pinOfSchedule, requireSchedule, viewOfSchedule, type ChangeScheduleDeps } from './append-schedule-change';
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
    const claim = () => claimRetry(deps, principal, schedule, pin.pinId);
    await retryPin(deps, principal, pin, {}, claim).catch(async (error: unknown) => {
      // What was claimed for nothing has failed as before.
      await settleSchedule(deps, principal, scheduleId);
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
    if (quota.used >= quota.limit) throw quotaExceeded(deps, quota);
    await appendScheduleChange(deps, principal, scheduleId, { kind: 'retry' });
    // What cannot be fired here and now is fired by the process that fires what is due.
    await fireSchedule(deps, scheduleId, deps.clock()).catch(() => undefined);
  }
  await settleSchedule(deps, principal, scheduleId);
  return viewOfSchedule(deps, (await deps.runner.load(scheduleStream, scheduleId)).state);
}

/** Before its pin is: from then on the schedule has not ended, and nobody deletes it. Throws `NotFound` where somebody has, `Rejected('bad_request')`. */
async function claimRetry(deps: ChangeScheduleDeps, principal: Principal, { scheduleId }: Schedule, pinId: string): Promise<void> {
  const now = deps.clock();
  const command = { pinId, at: now.toISOString(), outcome: { kind: 'retried' } } as const;
  const { state } = await deps.runner.run(scheduleStream, scheduleId, originOfPrincipal(principal, now), (current) =>
    followPin(command, current),
  );
  const claimed = requireSchedule(state);
  if (claimed.phase !== 'fired') throw wrongState(claimed, 'retried');
}
