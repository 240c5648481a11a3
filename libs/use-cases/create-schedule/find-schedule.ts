import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import type { ScheduleView } from '@pps/schedules/events';
import { findScheduleRow } from '@projections/schedules/list-schedules.query';

export interface FindScheduleDeps {
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
}

/** A schedule that the credential may name. Throws `NotFound` for an absent or foreign one, `Rejected('account_not_permitted')`, `NotFresh`. */
export async function findSchedule({ freshness, db }: FindScheduleDeps, principal: Principal, scheduleId: string): Promise<ScheduleView> {
  await freshness.wait('schedules', principal);
  const schedule = await findScheduleRow(db, principal.projectId, principal.epoch, scheduleId);
  if (!schedule) throw new NotFound('Schedule');
  refuseForeignOwner(principal, schedule.accountId);
  return schedule;
}
