import { refuseForeignOwner, type Principal } from '@pps/identity';
import type { ScheduleView } from '@pps/schedules/events';
import type { ChangeScheduleDeps } from '../change-schedule/append-schedule-change';
import { cancelSchedule } from '../change-schedule/cancel-schedule';
import type { FindScheduleDeps } from '../create-schedule/find-schedule';
import { changeEach, type ChangedItem } from './change-each';
import { findSchedules } from './find-schedules';

/** Cancels each of these schedules; one that is canceled already is skipped. Throws `NotFresh`. */
export function cancelSchedules(
  deps: ChangeScheduleDeps & FindScheduleDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<ChangedItem[]> {
  const change = async ({ scheduleId, accountId, status }: ScheduleView) => {
    refuseForeignOwner(principal, accountId);
    if (status === 'canceled') return 'skipped' as const;
    await cancelSchedule(deps, principal, scheduleId);
    return 'succeeded' as const;
  };
  return changeEach({ what: 'Schedule', find: (distinct) => findSchedules(deps, principal, distinct), change }, ids);
}
