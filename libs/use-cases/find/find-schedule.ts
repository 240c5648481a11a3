import { stateAt } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { describeSchedule, followedPin, scheduleStream, type ScheduleView, type Schedule } from '@pps/schedules/events';
import { findScheduleRow, findScheduleRows } from '@projections/schedules/list-schedules.query';
import { epochAt, type PastDeps, type ReadDeps } from './find-pin';

/** A schedule that the credential may name. Throws `NotFound` for an absent or foreign one, `Rejected('account_not_permitted')`, `NotFresh`. */
export async function findSchedule({ freshness, db }: ReadDeps, principal: Principal, scheduleId: string): Promise<ScheduleView> {
  await freshness.wait('schedules', principal);
  const schedule = await findScheduleRow(db, principal.projectId, principal.epoch, scheduleId);
  if (!schedule) throw new NotFound('Schedule');
  refuseForeignOwner(principal, schedule.accountId);
  return schedule;
}

/** Those of these schedules that the project has, by their id, whatever their account. Throws `NotFresh`. */
export async function findSchedules(
  { freshness, db }: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, ScheduleView>> {
  await freshness.wait('schedules', principal);
  const schedules = await findScheduleRows(db, principal.projectId, principal.epoch, ids);
  return new Map(schedules.map((schedule) => [schedule.scheduleId, schedule]));
}

/**
 * A schedule as it and its pin were at a moment, one that has been deleted since too. A caller that is limited to some accounts must be permitted
 * those of the schedule and of its pin. Throws `NotFound` where the project had no such schedule then, `Rejected('account_not_permitted')`.
 */
export async function findScheduleAt({ store, live }: PastDeps, caller: Principal, scheduleId: string, at: Date): Promise<ScheduleView> {
  const [epoch, schedule] = await Promise.all([epochAt({ store }, caller, at), stateAt(store, scheduleStream, scheduleId, at)]);
  if (schedule.kind !== 'schedule' || schedule.projectId !== caller.projectId || schedule.epoch !== epoch)
    throw new NotFound('Schedule', 'Check the id, or ask for a later as_of: the schedule did not exist then.');
  refuseForeignOwner(caller, schedule.accountId);
  const pinId = pinOf(schedule);
  if (pinId === null) return describeSchedule(schedule);
  const [pin, { state: present }] = await Promise.all([stateAt(store, pinStream, pinId, at), live.get(pinStream, pinId, caller.asOf)]);
  const view = describeSchedule(schedule, followedPin(pin));
  refuseForeignOwner(caller, view.accountId);
  if ('accountId' in present) refuseForeignOwner(caller, present.accountId);
  return view;
}

const pinOf = (schedule: Schedule): string | null => ('pinId' in schedule ? schedule.pinId : null);
