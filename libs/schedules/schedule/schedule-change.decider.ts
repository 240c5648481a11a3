import { NotFound, Rejected } from '@pps/kernel';
import type { Agreement, PinContent } from '@pps/pins/events';
import type { CancelReason, ScheduleFact } from './schedule.events';
import type { Schedule, ScheduleState } from './schedule.stream';

export interface ScheduleEdit {
  readonly boardId: string;
  readonly content: PinContent;
  readonly runAt: string;
  readonly agreement?: Agreement | undefined;
  readonly at: string;
}

/** Changes one that has not fired; silent when nothing changes. Throws `Rejected('schedule_not_editable')`, `NotFound`. */
export function decideScheduleEdit(command: ScheduleEdit, state: ScheduleState): readonly ScheduleFact[] {
  const schedule = presentSchedule(state);
  if (schedule.phase !== 'scheduled') {
    const context = { schedule_id: schedule.scheduleId };
    throw new Rejected('schedule_not_editable', 'Only a schedule that waits for its time can be edited.', context);
  }
  const { boardId, content, runAt, agreement, at } = command;
  const isSame = schedule.runAt === runAt && schedule.boardId === boardId && sameContent(schedule.content, content);
  return isSame ? [] : [{ type: 'ScheduleEdited', data: { boardId, content, runAt, editedAt: at, ...(agreement && { agreement }) } }];
}

export interface ScheduleCancellation {
  readonly reason: CancelReason;
  readonly at: string;
  /** Of one that has fired: the entry of the unit that was abandoned, so that no pin can be queued with it, or `deleted` where its pin was. */
  readonly pinIsGone?: { readonly entryId: string } | 'deleted';
}

/** Silent for one that is canceled already. Throws `Rejected('bad_request')` for one that has ended or fires just now, `NotFound`. */
export function decideScheduleCancel({ reason, at, pinIsGone }: ScheduleCancellation, state: ScheduleState): readonly ScheduleFact[] {
  const schedule = presentSchedule(state);
  const canceled: ScheduleFact = { type: 'ScheduleCanceled', data: { reason, canceledAt: at } };
  switch (schedule.phase) {
    case 'scheduled':
    case 'deferred':
      return [canceled];
    case 'canceled':
      return [];
    case 'fired':
      if (pinIsGone === 'deleted' || pinIsGone?.entryId === schedule.unit.entryId) return [canceled];
      throw wrongState(schedule, 'canceled');
    case 'done':
    case 'failed':
      if (pinIsGone === 'deleted' && schedule.pinId !== null) return [canceled];
      throw wrongState(schedule, 'canceled');
  }
}

/** Lets a failed one that has no pin fire again. Throws `Rejected('bad_request')`, `NotFound`. */
export function decideScheduleRetry(
  { at, agreement }: { readonly at: string; readonly agreement?: Agreement | undefined },
  state: ScheduleState,
): readonly ScheduleFact[] {
  const schedule = presentSchedule(state);
  if (schedule.phase !== 'failed' || schedule.pinId !== null) throw wrongState(schedule, 'retried');
  return [{ type: 'ScheduleRetried', data: { retriedAt: at, ...(agreement && { agreement }) } }];
}

/**
 * Records that the failed pin of a schedule is about to be retried behind `pinRevision` of its stream, so that no deletion comes in between, nor another
 * retry. Throws `Rejected('bad_request')`, `NotFound`.
 */
export function decideRetryOfPin(
  { pinRevision, at }: { readonly pinRevision: number; readonly at: string },
  state: ScheduleState,
): readonly ScheduleFact[] {
  const schedule = presentSchedule(state);
  const { phase } = schedule;
  // It may not yet say that its pin has failed.
  if ((phase !== 'failed' && phase !== 'fired') || schedule.pinId === null) throw wrongState(schedule, 'retried');
  if (mayYetBeRetried(schedule, pinRevision)) throw underRetry(schedule);
  return [{ type: 'ScheduleRetryRequested', data: { pinId: schedule.pinId, pinRevision, requestedAt: at } }];
}

/**
 * `pinRevision` is where the stream of its pin was when the pin was seen to have ended; null where it has none. Silent for one that is deleted already.
 * Throws `Rejected('bad_request')` for one that has not ended or whose pin is about to be retried, `NotFound`.
 */
export function decideScheduleDeletion(
  { pinRevision, at }: { readonly pinRevision: number | null; readonly at: string },
  state: ScheduleState,
): readonly ScheduleFact[] {
  if (state.kind === 'deleted') return [];
  const schedule = presentSchedule(state);
  if (!['done', 'failed', 'canceled'].includes(schedule.phase)) throw wrongState(schedule, 'deleted');
  if (pinRevision !== null && mayYetBeRetried(schedule, pinRevision)) throw underRetry(schedule);
  return [{ type: 'ScheduleDeleted', data: { deletedAt: at } }];
}

/** Whether a retry that was requested is not in its pin's stream as of this revision, and may still come. */
const mayYetBeRetried = ({ retriedPinRevision = -1 }: Schedule, pinRevision: number): boolean => retriedPinRevision >= pinRevision;

/** The refusal of a change while a retry may still come. */
const underRetry = ({ scheduleId }: Schedule): Rejected =>
  new Rejected(
    'bad_request',
    'A retry of the schedule is under way.',
    { schedule_id: scheduleId },
    { remediation: 'Read the schedule again in some seconds, and ask again then.' },
  );

/** The refusal of a change that the schedule's state does not allow. */
export const wrongState = ({ scheduleId }: Pick<Schedule, 'scheduleId'>, verb: keyof typeof changeableStates): Rejected =>
  new Rejected(
    'bad_request',
    `The schedule cannot be ${verb} in its present state.`,
    { schedule_id: scheduleId },
    {
      remediation: `Read the schedule: ${changeableStates[verb]}.`,
    },
  );

const changeableStates = {
  canceled: 'one that is scheduled, queued or deferred can be canceled',
  retried: 'one that has failed can be retried',
  deleted: 'one that is done, failed or canceled can be deleted; cancel one that waits',
} as const;

function presentSchedule(state: ScheduleState): Schedule {
  if (state.kind !== 'schedule') throw new NotFound('Schedule');
  return state;
}

const sameContent = (one: PinContent, other: PinContent): boolean =>
  JSON.stringify(sortedFields(one)) === JSON.stringify(sortedFields(other));

const sortedFields = (content: PinContent): [string, unknown][] =>
  Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** What has happened to a schedule's pin. */
export type PinOutcome =
  | { readonly kind: 'published' | 'retried' | 'deleted' }
  | { readonly kind: 'failed'; readonly errorCode: string; readonly errorMessage: string };

/** The schedule ends as its pin does, and goes on when that does. Silent where it says so already. */
export function followPin(
  { pinId, at, outcome }: { readonly pinId: string; readonly at: string; readonly outcome: PinOutcome },
  state: ScheduleState,
): readonly ScheduleFact[] {
  if (state.kind !== 'schedule' || !('pinId' in state) || state.pinId !== pinId) return [];
  const { phase } = state;
  switch (outcome.kind) {
    case 'published':
      return phase === 'fired' ? [{ type: 'ScheduleCompleted', data: { pinId, completedAt: at } }] : [];
    case 'failed': {
      const { errorCode, errorMessage } = outcome;
      return phase === 'fired' ? [{ type: 'ScheduleFailed', data: { errorCode, errorMessage, failedAt: at, pinId } }] : [];
    }
    case 'retried':
      return phase === 'failed' ? [{ type: 'ScheduleRetried', data: { retriedAt: at, pinId } }] : [];
    case 'deleted':
      return phase === 'canceled' ? [] : [{ type: 'ScheduleCanceled', data: { reason: 'pin_deleted', canceledAt: at } }];
  }
}
