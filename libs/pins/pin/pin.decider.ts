import { Rejected, type Decider } from '@pps/kernel';
import { duplicateOf } from '../queueing/duplicate-request.decider';
import type { PinFact, PinQueued } from './pin.events';
import type { Pin, PinState } from './pin.state';

export const pin: Decider<PinState, PinFact> = { initial: { kind: 'none' }, evolve };

/** Silent for a repeat of the same content; a key that stands for something else is refused. */
export function queuePin(command: PinQueued['data'], state: PinState): readonly PinFact[] {
  if (duplicateOf(command.contentHash, state)) return [];
  if (state.kind === 'abandoned' && state.entryIds.includes(command.entryId)) {
    throw new Rejected('quota_entry_released', 'The quota entry was released meanwhile.');
  }
  return [{ type: 'PinQueued', data: command }];
}

/** Wins against a late `PinQueued` or is silent when that came first. */
export function abandonPin(
  command: { readonly pinId: string; readonly month: string; readonly entryId: string; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  if ((state.kind === 'pin' || state.kind === 'deleted') && state.entryId === command.entryId) return [];
  if (state.kind === 'abandoned' && state.entryIds.includes(command.entryId)) return [];
  const { pinId, month, entryId, at } = command;
  return [{ type: 'PinAbandoned', data: { pinId, month, entryId, abandonedAt: at } }];
}

function evolve(state: PinState, fact: PinFact): PinState {
  if (fact.type === 'PinQueued') return queued(fact.data);
  if (fact.type === 'PinAbandoned') {
    // A second entry of a pin that exists was released; the pin itself goes on.
    if (state.kind === 'pin' || state.kind === 'deleted') return state;
    return { kind: 'abandoned', entryIds: [...(state.kind === 'abandoned' ? state.entryIds : []), fact.data.entryId] };
  }
  if (state.kind !== 'pin') return state;
  if (fact.type === 'PinDeleted') {
    const { pinId, projectId, entryId } = state;
    return { kind: 'deleted', pinId, projectId, entryId };
  }
  return progress(state, fact);
}

function queued(data: PinQueued['data']): Pin {
  // The fact's fields come last: an object that begins with a spread gets a hidden class of its own, a third of what a kept state takes.
  return {
    kind: 'pin',
    status: 'queued',
    starts: 0,
    attempts: 0,
    firstAttemptAt: null,
    open: null,
    doubt: null,
    video: null,
    nextAttemptAt: null,
    errorCode: null,
    errorMessage: null,
    platformPinId: null,
    platformUrl: null,
    publishedAt: null,
    failedAt: null,
    updatedAt: data.queuedAt,
    ...data,
  };
}

function progress(state: Pin, fact: Exclude<PinFact, { type: 'PinQueued' | 'PinAbandoned' | 'PinDeleted' }>): Pin {
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, startedAt, deadline, uptime } = fact.data;
      return {
        ...state,
        status: 'publishing',
        starts: attempt,
        attempts: state.attempts + 1,
        firstAttemptAt: state.firstAttemptAt ?? startedAt,
        ...(uptime && !state.firstAttemptUptime ? { firstAttemptUptime: uptime } : {}),
        open: { attempt, startedAt, deadline },
        nextAttemptAt: null,
        errorCode: null,
        errorMessage: null,
        updatedAt: startedAt,
      };
    }
    case 'PinPublished': {
      const { platformPinId, platformUrl, publishedAt } = fact.data;
      const settled = { open: null, doubt: null, nextAttemptAt: null, errorCode: null, errorMessage: null };
      return { ...state, ...settled, status: 'published', platformPinId, platformUrl, publishedAt, failedAt: null, updatedAt: publishedAt };
    }
    case 'PinPublishDeferred': {
      const { reason, message, nextAttemptAt, deferredAt, counts, mediaLost } = fact.data;
      const attempts = counts ? state.attempts : state.attempts - 1;
      const video = mediaLost || state.video?.step !== 'ready' ? null : state.video;
      const held = { open: null, doubt: null, video, nextAttemptAt, errorCode: reason, errorMessage: message, updatedAt: deferredAt };
      return { ...state, ...held, status: 'deferred', attempts };
    }
    case 'PinPublishOutcomeUnknown': {
      const { attempt, message, at, nextLookAt } = fact.data;
      const doubt = { attempt, looks: 0, nextLookAt };
      const held = { open: null, nextAttemptAt: nextLookAt, errorCode: 'outcome_unknown' as const, errorMessage: message, updatedAt: at };
      return { ...state, ...held, status: 'deferred', doubt };
    }
    case 'PinOutcomeReconciled': {
      const { look, at, nextLookAt, outcome } = fact.data;
      if (!state.doubt || nextLookAt === undefined) return { ...state, updatedAt: at };
      const looks = outcome === 'unreadable' ? state.doubt.looks : look;
      return { ...state, doubt: { ...state.doubt, looks, nextLookAt }, nextAttemptAt: nextLookAt, updatedAt: at };
    }
    case 'PinMediaPreparationStarted': {
      const { attempt, startedAt, deadline } = fact.data;
      return {
        ...state,
        status: 'publishing',
        starts: attempt,
        attempts: state.attempts + 1,
        firstAttemptAt: state.firstAttemptAt ?? startedAt,
        video: { step: 'uploading', attempt, deadline },
        nextAttemptAt: null,
        errorCode: null,
        errorMessage: null,
        updatedAt: startedAt,
      };
    }
    case 'PinMediaUploaded': {
      const { mediaId, uploadedAt, nextLookAt } = fact.data;
      return { ...state, video: { step: 'processing', mediaId, uploadedAt, looks: 0, nextLookAt }, updatedAt: uploadedAt };
    }
    case 'PinMediaAwaited': {
      const { look, at, nextLookAt } = fact.data;
      if (state.video?.step !== 'processing') return state;
      return { ...state, video: { ...state.video, looks: look, nextLookAt }, updatedAt: at };
    }
    case 'PinMediaReady': {
      const { mediaId, at } = fact.data;
      // The upload and the creation that follows are one attempt.
      return { ...state, status: 'queued', attempts: state.attempts - 1, video: { step: 'ready', mediaId }, updatedAt: at };
    }
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint, requestedAt } = fact.data;
      const fresh = {
        attempts: 0,
        firstAttemptAt: null,
        firstAttemptUptime: undefined,
        video: null,
        errorCode: null,
        errorMessage: null,
        failedAt: null,
      };
      return { ...state, ...fresh, status: 'queued', accountId, boardId, fingerprint, retriedAt: requestedAt, updatedAt: requestedAt };
    }
    case 'PinEdited': {
      const { boardId, content, fingerprint, editedAt } = fact.data;
      return { ...state, boardId, content, fingerprint, video: null, updatedAt: editedAt };
    }
    case 'PinFailed': {
      const { errorCode, errorMessage, failedAt } = fact.data;
      return {
        ...state,
        open: null,
        doubt: null,
        video: null,
        nextAttemptAt: null,
        status: 'failed',
        errorCode,
        errorMessage,
        failedAt,
        updatedAt: failedAt,
      };
    }
  }
}
