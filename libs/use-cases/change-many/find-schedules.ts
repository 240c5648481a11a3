import type { Principal } from '@pps/identity';
import type { ScheduleView } from '@pps/schedules/events';
import { findScheduleRows } from '@projections/schedules/list-schedules.query';
import type { FindScheduleDeps } from '../create-schedule/find-schedule';

/** Those of these schedules that the project has, by their id, whatever their account. Throws `NotFresh`. */
export async function findSchedules(
  { freshness, db }: FindScheduleDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, ScheduleView>> {
  await freshness.wait('schedules', principal);
  const schedules = await findScheduleRows(db, principal.projectId, principal.epoch, ids);
  return new Map(schedules.map((schedule) => [schedule.scheduleId, schedule]));
}
