import type { RecordedFact } from '@pps/event-store';
import { needsUpload, nextAction } from '../pin/next-action';
import type { PinAbandoned, PinFact, PinQueued } from '../pin/pin.events';
import type { Publishing } from '../pin/pin.state';
import { publishingAfter, queuedAt } from '../pin/publishing-progress';

export type QueueFact = Exclude<PinFact, PinAbandoned>;

type Phase = 'ready' | 'uploading' | 'processing' | 'attempting' | 'unknown' | 'failed';

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
  phase: Phase;
  needs_upload: boolean;
  ready_at: string;
  deadline: string | null;
  next_look_at: string | null;
}

/** Where the date of a phase's next action is; nothing happens to a failed pin by itself. */
export const dateColumns: Readonly<Record<Phase, 'ready_at' | 'deadline' | 'next_look_at' | null>> = {
  ready: 'ready_at',
  uploading: 'deadline',
  processing: 'next_look_at',
  attempting: 'deadline',
  unknown: 'next_look_at',
  failed: null,
};

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
    phase: 'ready',
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

function scheduleOf(action: ReturnType<typeof nextAction>): Partial<Schedule> & Pick<Schedule, 'phase'> {
  switch (action?.kind) {
    case undefined:
      return { phase: 'failed' };
    case 'create_pin':
    case 'upload_video':
      return { phase: 'ready', ready_at: action.at };
    case 'expire_attempt':
      return { phase: 'attempting', deadline: action.at };
    case 'expire_upload':
      return { phase: 'uploading', deadline: action.at };
    case 'read_board':
      return { phase: 'unknown', next_look_at: action.at };
    case 'read_video_status':
      return { phase: 'processing', next_look_at: action.at };
  }
}
