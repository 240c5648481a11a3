import type { RecordedFact } from '@pps/event-store';
import { needsUpload, nextAction, type NextAction } from '../pin/next-action';
import type { PinAbandoned, PinFact, PinQueued } from '../pin/pin.events';
import type { Publishing } from '../pin/pin.state';
import { publishingAfter, queuedAt } from '../pin/publishing-progress';
import { actionColumns, phaseWithoutAction, type QueuePhase } from './action-columns';

export type QueueFact = Exclude<PinFact, PinAbandoned>;

/** A pin that publishing has not finished with, as the table holds it. */
export interface QueueRow extends Schedule {
  pin_id: string;
  revision: number;
  project_id: string;
  epoch: number;
  account_id: string;
  board_id: string;
  fingerprint: string;
  cost: number;
  simulated: boolean;
  is_video: boolean;
  queue_position: string;
  starts: number;
  /** What the rest of the row is made of. */
  publishing: Publishing;
}

/** When the pin's next action is due, in the column of its phase. */
interface Schedule {
  phase: QueuePhase;
  needs_upload: boolean;
  ready_at: string;
  deadline: string | null;
  next_look_at: string | null;
}

/** The row after one more fact; null once publishing has finished with the pin. */
export function nextRow(row: QueueRow | null, fact: RecordedFact<QueueFact>): QueueRow | null {
  if (fact.type === 'PinQueued') return queued(fact);
  if (!row || fact.type === 'PinDeleted') return null;
  const changed = { ...row, ...changesBy(fact, row), revision: fact.revision };
  return scheduled(changed, publishingAfter(row.publishing, fact));
}

function queued({ data: pin, revision, position }: RecordedFact<PinQueued>): QueueRow {
  const simulated = pin.simulated ?? false;
  const isVideo = pin.content.mediaType === 'video' && !simulated;
  return {
    pin_id: pin.pinId,
    revision,
    project_id: pin.projectId,
    epoch: pin.epoch,
    account_id: pin.accountId,
    board_id: pin.boardId,
    fingerprint: pin.fingerprint,
    // The upload of a video and its creation are granted one after the other and cost one token each.
    cost: 1,
    simulated,
    is_video: isVideo,
    needs_upload: isVideo,
    queue_position: position.toString(),
    phase: actionColumns.create_pin.phase,
    ready_at: pin.queuedAt,
    starts: 0,
    deadline: null,
    next_look_at: null,
    publishing: queuedAt(pin.queuedAt),
  };
}

function changesBy(fact: RecordedFact<QueueFact>, { simulated }: QueueRow): Partial<QueueRow> {
  switch (fact.type) {
    case 'PinPublishAttemptStarted':
    case 'PinMediaPreparationStarted':
      return { starts: fact.data.attempt };
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint } = fact.data;
      return { account_id: accountId, board_id: boardId, fingerprint, queue_position: fact.position.toString() };
    }
    case 'PinEdited': {
      const { boardId, fingerprint, content } = fact.data;
      return { board_id: boardId, fingerprint, is_video: content.mediaType === 'video' && !simulated };
    }
    default:
      return {};
  }
}

function scheduled(row: QueueRow, publishing: Publishing): QueueRow | null {
  if (publishing.phase === 'published') return null;
  const pin = { ...publishing, starts: row.starts, content: row.is_video ? { mediaType: 'video' as const } : {} };
  return { ...row, publishing, needs_upload: needsUpload(pin), deadline: null, next_look_at: null, ...scheduleOf(nextAction(pin)) };
}

function scheduleOf(action: NextAction | null): Partial<Schedule> & Pick<Schedule, 'phase'> {
  if (!action) return { phase: phaseWithoutAction };
  const { phase, date } = actionColumns[action.kind];
  return { phase, [date]: action.at };
}
