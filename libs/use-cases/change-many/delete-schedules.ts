import { refuseForeignOwner, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { scheduleStream, type ScheduleView } from '@pps/schedules/events';
import { insteadOfScheduleRetry, requireAgreement } from '../agreement/require-agreement';
import { cancelSchedule, deleteSchedule } from '../change-schedule/cancel-schedule';
import { retrySchedule, type RetryScheduleDeps } from '../change-schedule/retry-schedule';
import type { ChangeScheduleDeps } from '../change-schedule/settle-schedule';
import type { ReadDeps } from '../find/find-pin';
import { findSchedules } from '../find/find-schedule';
import { changeEach, withDeleted, type ChangedItem } from './change-each';

/** Cancels each of these schedules; one that is canceled already is skipped. Throws `NotFresh`. */
export function cancelSchedules(deps: ChangeScheduleDeps & ReadDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  const change = async ({ scheduleId, accountId, status }: ScheduleView) => {
    refuseForeignOwner(principal, accountId);
    if (status === 'canceled') return 'skipped' as const;
    await cancelSchedule(deps, principal, scheduleId);
    return 'succeeded' as const;
  };
  return changeEach({ what: 'Schedule', find: (distinct) => findSchedules(deps, principal, distinct), change }, ids);
}

/** Retries each of these schedules; one that goes on by itself, or is done, is skipped. Throws `Rejected('proposal_required')`, `NotFresh`. */
export async function retrySchedules(
  deps: RetryScheduleDeps & ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<ChangedItem[]> {
  requireAgreement(principal, undefined, insteadOfScheduleRetry);
  const change = async ({ scheduleId, accountId, status }: ScheduleView) => {
    refuseForeignOwner(principal, accountId);
    if (status !== 'failed' && status !== 'canceled') return 'skipped' as const;
    try {
      await retrySchedule(deps, principal, scheduleId);
      return 'succeeded' as const;
    } catch (error) {
      // It had failed when it was looked up, so another retry was first.
      if (status === 'failed' && error instanceof Rejected && error.code === 'bad_request') return 'skipped' as const;
      throw error;
    }
  };
  return changeEach({ what: 'Schedule', find: (distinct) => findSchedules(deps, principal, distinct), change }, ids);
}

/** Deletes each of these schedules that has ended; one that is deleted already is skipped. Throws `NotFresh`. */
export function deleteSchedules(deps: ChangeScheduleDeps & ReadDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  const change = async (schedule: ScheduleView | 'deleted') => {
    if (schedule === 'deleted') return 'skipped' as const;
    refuseForeignOwner(principal, schedule.accountId);
    await deleteSchedule(deps, principal, schedule.scheduleId);
    return 'succeeded' as const;
  };
  const find = async (distinct: readonly string[]) =>
    withDeleted(deps, principal, scheduleStream, distinct, await findSchedules(deps, principal, distinct));
  return changeEach({ what: 'Schedule', find, change }, ids);
}
