import type { Principal } from '@pps/identity';
import { appendScheduleChange, type ChangeScheduleDeps } from './append-schedule-change';
import { settleSchedule } from './settle-schedule';

/** Removes a schedule that has ended; its pin stays. Throws `Rejected('bad_request')` for one that has not, `NotFound`. */
export async function deleteSchedule(deps: ChangeScheduleDeps, principal: Principal, scheduleId: string): Promise<void> {
  await settleSchedule(deps, principal, scheduleId);
  await appendScheduleChange(deps, principal, scheduleId, { kind: 'delete' });
}
