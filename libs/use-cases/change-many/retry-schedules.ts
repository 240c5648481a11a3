import { refuseForeignOwner, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { ScheduleView } from '@pps/schedules/events';
import { retrySchedule, type RetryScheduleDeps } from '../change-schedule/retry-schedule';
import type { FindScheduleDeps } from '../create-schedule/find-schedule';
import { changeEach, type ChangedItem } from './change-each';
import { findSchedules } from './find-schedules';

/** Retries each of these schedules; one that goes on by itself, or is done, is skipped. Throws `NotFresh`. */
export function retrySchedules(
  deps: RetryScheduleDeps & FindScheduleDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<ChangedItem[]> {
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
