import type { Principal } from '@pps/identity';
import { describeSchedule, type ScheduleView } from '@pps/schedules/events';
import { requireBoard, requireFeatureOfEdit, requireMedia, type PinCheckDeps } from '../create-pin/pin-checks';
import { isOver, notInFuture } from '../create-schedule/create-schedule';
import type { ScheduleRequest } from '../create-schedule/schedule-request';
import { appendScheduleChange, requireSchedule, type ChangeScheduleDeps } from './append-schedule-change';

/**
 * Replaces what a schedule that waits for its time shows, and when it fires; `edited` is the new whole. Throws `Invalid` for a new time that is
 * not in the future, the refusals of the checks, `Rejected('schedule_not_editable')`, `NotFound`.
 */
export async function editSchedule(
  deps: PinCheckDeps & ChangeScheduleDeps,
  principal: Principal,
  schedule: ScheduleView,
  edited: Pick<ScheduleRequest, 'boardId' | 'content' | 'runAt'>,
): Promise<ScheduleView> {
  const { boardId, runAt } = edited;
  if (runAt !== schedule.runAt && isOver(deps, edited)) throw notInFuture(['body']);
  if (schedule.status === 'scheduled') {
    await requireFeatureOfEdit(deps, principal, schedule.content, edited.content);
    await requireMedia(deps, principal, edited.content);
    if (boardId !== schedule.boardId) await requireBoard(deps, principal, schedule.accountId, boardId);
  }
  const content = await deps.assets.withMediaType(principal, edited.content);
  const state = await appendScheduleChange(deps, principal, schedule.scheduleId, { kind: 'edit', boardId, content, runAt });
  return describeSchedule(requireSchedule(state));
}
