import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { decideScheduleEdit } from '@pps/schedules';
import type { Agreement } from '@pps/pins/events';
import { describeSchedule, scheduleStream, type ScheduleState, type ScheduleView } from '@pps/schedules/events';
import { requireAgreement } from '../agreement/require-agreement';
import { requireBoard, requireFeatureOfEdit, requireMediaOfEdit, type PinCheckDeps } from '../create-pin/pin-checks';
import { isPast, notInFuture } from '../create-schedule/create-schedule';
import type { ScheduleRequest } from '../create-schedule/duplicate-schedule';
import { appendScheduleChange, requireSchedule, viewOfSchedule, type ChangeScheduleDeps } from './settle-schedule';

type EditedSchedule = Pick<ScheduleRequest, 'boardId' | 'content' | 'runAt'>;

const triesAtMost = 5;

/**
 * Replaces what a schedule that waits for its time shows, and when it fires. `edit` makes the new whole of the schedule as it stands, and is asked again
 * where another change came first: of two edits at once each one keeps what it has set. Throws what `edit` throws, `Rejected('proposal_required')`, `Invalid` for a new time that is not
 * in the future, the refusals of the checks, `Rejected('schedule_not_editable')`, `Rejected('conflict')` after 5 other changes in a row, `NotFound`.
 */
export async function editSchedule(
  deps: PinCheckDeps & ChangeScheduleDeps,
  principal: Principal,
  scheduleId: string,
  edit: (schedule: ScheduleView) => EditedSchedule,
  given?: Agreement,
): Promise<ScheduleView> {
  const agreement = requireAgreement(principal, given);
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const { state, revision } = await deps.streams.load(scheduleStream, scheduleId);
    const schedule = await viewOfSchedule(deps, state);
    const edited = await checkEdit(deps, principal, schedule, edit(schedule));
    try {
      const change = (at: string, current: ScheduleState) => decideScheduleEdit({ ...edited, agreement, at }, current);
      const changed = await appendScheduleChange(deps, principal, scheduleId, change, revision);
      return describeSchedule(requireSchedule(changed));
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WrongRevision')) throw error;
    }
  }
  throw new Rejected('conflict', 'The schedule was changed by others at the same time.', { schedule_id: scheduleId });
}

async function checkEdit(
  deps: PinCheckDeps,
  principal: Principal,
  schedule: ScheduleView,
  { boardId, content, runAt }: EditedSchedule,
): Promise<EditedSchedule> {
  if (runAt !== schedule.runAt && isPast(deps, { runAt })) throw notInFuture(['body']);
  if (schedule.status === 'scheduled') {
    await requireFeatureOfEdit(deps, principal, schedule.content, content);
    await requireMediaOfEdit(deps, principal, schedule.content, content);
    if (boardId !== schedule.boardId) await requireBoard(deps, principal, schedule.accountId, boardId);
  }
  return { boardId, runAt, content: await deps.assets.withMediaType(principal, content) };
}
