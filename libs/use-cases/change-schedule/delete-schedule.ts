import type { Principal } from '@pps/identity';
import { decideScheduleDeletion, wrongState } from '@pps/schedules';
import { appendScheduleChange, hasScheduleEnded, type ChangeScheduleDeps } from './append-schedule-change';
import { settleSchedule } from './settle-schedule';

/**
 * Removes a schedule that has ended; its pin stays. No retry of the schedule that was not answered before lets it go on afterwards.
 * Throws `Rejected('bad_request')` for one that has not ended or is just being retried, `NotFound`.
 */
export async function deleteSchedule(deps: ChangeScheduleDeps, principal: Principal, scheduleId: string): Promise<void> {
  const { schedule, pinRevision } = await settleSchedule(deps, principal, scheduleId);
  if (!hasScheduleEnded(schedule)) throw wrongState(schedule, 'deleted');
  await appendScheduleChange(deps, principal, scheduleId, (at, state) => decideScheduleDeletion({ pinRevision, at }, state));
}
