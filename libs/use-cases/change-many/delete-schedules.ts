import { mapLimited } from '@pps/concurrency';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { scheduleStream, type ScheduleView } from '@pps/schedules/events';
import type { ChangeScheduleDeps } from '../change-schedule/append-schedule-change';
import { deleteSchedule } from '../change-schedule/delete-schedule';
import type { FindScheduleDeps } from '../create-schedule/find-schedule';
import { changeEach, type ChangedItem } from './change-each';
import { findSchedules } from './find-schedules';

const readAtOnce = 10;

type DeleteSchedulesDeps = ChangeScheduleDeps & FindScheduleDeps;

/** Deletes each of these schedules that has ended; one that is deleted already is skipped. Throws `NotFresh`. */
export function deleteSchedules(deps: DeleteSchedulesDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  const change = async (schedule: ScheduleView | 'deleted') => {
    if (schedule === 'deleted') return 'skipped' as const;
    refuseForeignOwner(principal, schedule.accountId);
    await deleteSchedule(deps, principal, schedule.scheduleId);
    return 'succeeded' as const;
  };
  const find = async (distinct: readonly string[]) => {
    const present = await findSchedules(deps, principal, distinct);
    const missing = distinct.filter((id) => !present.has(id));
    const deleted = await mapLimited(readAtOnce, missing, async (id) => ((await isDeleted(deps, principal, id)) ? [id] : []));
    return new Map<string, ScheduleView | 'deleted'>([...present, ...deleted.flat().map((id) => [id, 'deleted'] as const)]);
  };
  return changeEach({ what: 'Schedule', find, change }, ids);
}

/** No read model knows a deleted schedule. One of another project, or of an account that the credential may not name, is not there. */
async function isDeleted({ streams }: DeleteSchedulesDeps, principal: Principal, id: string): Promise<boolean> {
  const { state } = await streams.load(scheduleStream, id);
  if (state.kind !== 'deleted' || state.projectId !== principal.projectId || state.epoch !== principal.epoch) return false;
  return principal.accountIds === null || principal.accountIds.includes(state.accountId);
}
