import type { RecordedFact } from '@pps/event-store';
import type {
  PinEdited,
  PinMediaAwaited,
  PinMediaPreparationStarted,
  PinMediaReady,
  PinMediaUploaded,
  PinOutcomeReconciled,
  PinPublishAttemptStarted,
  PinPublishDeferred,
  PinPublishOutcomeUnknown,
  PinQueued,
  PinRetryRequested,
} from '../events';

/** A pin that publishing has not finished with, as the table holds it. */
export interface QueueRow {
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
  needs_upload: boolean;
  queue_position: string;
  phase: 'ready' | 'uploading' | 'processing' | 'attempting' | 'unknown' | 'failed';
  ready_at: string;
  starts: number;
  deadline: string | null;
  next_look_at: string | null;
}

/** The row after one more fact; null once publishing is done with the pin. */
export function nextRow(row: QueueRow | null, fact: RecordedFact): QueueRow | null {
  if (fact.type === 'PinQueued') return queued(fact);
  if (!row) return null;
  const revision = fact.revision;
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, deadline } = fact.data as PinPublishAttemptStarted['data'];
      return { ...row, revision, phase: 'attempting', starts: attempt, deadline, next_look_at: null };
    }
    case 'PinPublishDeferred': {
      const { nextAttemptAt, mediaLost } = fact.data as PinPublishDeferred['data'];
      const needs_upload = row.needs_upload || (mediaLost ?? false);
      return { ...row, revision, phase: 'ready', ready_at: nextAttemptAt, needs_upload, deadline: null, next_look_at: null };
    }
    case 'PinPublishOutcomeUnknown': {
      const { nextLookAt } = fact.data as PinPublishOutcomeUnknown['data'];
      return { ...row, revision, phase: 'unknown', deadline: null, next_look_at: nextLookAt };
    }
    case 'PinOutcomeReconciled': {
      const { nextLookAt } = fact.data as PinOutcomeReconciled['data'];
      return nextLookAt === undefined ? { ...row, revision } : { ...row, revision, next_look_at: nextLookAt };
    }
    case 'PinFailed':
      return { ...row, revision, phase: 'failed', deadline: null, next_look_at: null };
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint, requestedAt } = fact.data as PinRetryRequested['data'];
      const again = { phase: 'ready' as const, ready_at: requestedAt, queue_position: fact.position.toString() };
      return { ...row, revision, ...again, account_id: accountId, board_id: boardId, fingerprint, needs_upload: row.is_video };
    }
    case 'PinEdited': {
      const { boardId, fingerprint, content } = fact.data as PinEdited['data'];
      const is_video = content.mediaType === 'video' && !row.simulated;
      return { ...row, revision, board_id: boardId, fingerprint, is_video, needs_upload: is_video };
    }
    case 'PinMediaPreparationStarted': {
      const { attempt, deadline } = fact.data as PinMediaPreparationStarted['data'];
      return { ...row, revision, phase: 'uploading', starts: attempt, deadline, next_look_at: null };
    }
    case 'PinMediaUploaded':
    case 'PinMediaAwaited': {
      const { nextLookAt } = fact.data as (PinMediaUploaded | PinMediaAwaited)['data'];
      return { ...row, revision, phase: 'processing', deadline: null, next_look_at: nextLookAt };
    }
    case 'PinMediaReady': {
      const { at } = fact.data as PinMediaReady['data'];
      return { ...row, revision, phase: 'ready', ready_at: at, needs_upload: false, deadline: null, next_look_at: null };
    }
    default:
      return null;
  }
}

function queued(fact: RecordedFact): QueueRow {
  const pin = fact.data as PinQueued['data'];
  const simulated = pin.simulated ?? false;
  const isVideo = pin.content.mediaType === 'video' && !simulated;
  return {
    pin_id: pin.pinId,
    revision: fact.revision,
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
    queue_position: fact.position.toString(),
    phase: 'ready',
    ready_at: pin.queuedAt,
    starts: 0,
    deadline: null,
    next_look_at: null,
  };
}
