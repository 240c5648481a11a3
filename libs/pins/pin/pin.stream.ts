import type { StreamType } from '@pps/event-store';
import { nextMoment, type Decider } from '@pps/kernel';
import { boundedMoment, giveUpAfter, giveUpAfterWait, giveUpAtLatest } from '../publishing/publishing.policy';
import { fingerprintOf } from './content';
import { sealedContent } from './content-fields';
import type { PinAbandoned, PinDeleted, PinFact, PinPublishDeferred, PinQueued } from './pin.events';
import { pinDetailsOf, type DeletedPin, type NewDetails, type Pin, type PinState, type Publishing, type Waiting } from './pin.state';

/** What may happen to a pin between its creation and its deletion. */
export type PublishingProgressFact = Exclude<PinFact, PinQueued | PinAbandoned | PinDeleted>;

export const pin: Decider<PinState, PinFact> = { initial: { kind: 'none' }, evolve };

function evolve(state: PinState, fact: PinFact, occurredAt?: string): PinState {
  if (fact.type === 'PinQueued') {
    return state.kind === 'abandoned' ? Object.assign(queued(fact.data), { abandonedEntryIds: state.entryIds }) : queued(fact.data);
  }
  if (fact.type === 'PinAbandoned') return withAbandonedEntry(state, fact.data.entryId);
  if (state.kind !== 'pin') return state;
  return fact.type === 'PinDeleted' ? deleted(state, occurredAt ?? fact.data.deletedAt) : progressed(state, fact, occurredAt);
}

interface Progress {
  readonly publishing: Publishing;
  /** The fact's own time. */
  readonly at: string;
  /** Changes the rest of the pin; absent where nothing of it changes. */
  readonly change?: (details: NewDetails) => void;
}

function progressOf(before: Publishing, fact: PublishingProgressFact): Progress {
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, startedAt, deadline, uptime } = fact.data;
      const attempting = { phase: 'attempting' as const, attempt, startedAt, deadline, mediaId: mediaIdOf(before) };
      const change = (details: NewDetails) => {
        start(details, attempt, startedAt);
        if (uptime) details.firstAttemptUptime ??= uptime;
      };
      return { publishing: uptime ? Object.assign(attempting, { uptime }) : attempting, at: startedAt, change };
    }
    case 'PinPublished': {
      const { platformPinId, platformUrl, publishedAt } = fact.data;
      return { publishing: { phase: 'published', platformPinId, platformUrl, publishedAt }, at: publishedAt };
    }
    case 'PinPublishDeferred': {
      const { reason, message, deferredAt, nextAttemptAt, mediaLost, accessRefreshed, counts } = withAccessRefreshed(fact.data);
      const deferral = { reason, message, ...(accessRefreshed && { accessRefreshed }) };
      const mediaId = mediaLost ? null : mediaIdOf(before);
      const change = (details: NewDetails) => {
        if (!counts) details.attempts -= 1;
        giveUpLater(details, fact.data);
      };
      return {
        publishing: { phase: 'waiting', notBefore: boundedMoment(deferredAt, nextAttemptAt), deferral, mediaId },
        at: deferredAt,
        change,
      };
    }
    case 'PinPublishOutcomeUnknown': {
      const { attempt, message, at, nextLookAt } = fact.data;
      const nextReadAt = boundedMoment(at, nextLookAt);
      return { publishing: { phase: 'unknown_outcome', attempt, message, reads: 0, nextReadAt, mediaId: mediaIdOf(before) }, at };
    }
    case 'PinOutcomeReconciled': {
      const { look, at, nextLookAt, outcome } = fact.data;
      if (before.phase !== 'unknown_outcome' || nextLookAt === undefined) return { publishing: before, at };
      const reads = outcome === 'unreadable' ? before.reads : look;
      return { publishing: { ...before, reads, nextReadAt: boundedMoment(at, nextLookAt) }, at };
    }
    case 'PinFailed': {
      const { errorCode, errorMessage, failedAt } = fact.data;
      return { publishing: { phase: 'failed', errorCode, errorMessage, failedAt }, at: failedAt };
    }
    case 'PinMediaPreparationStarted': {
      const { attempt, startedAt, deadline } = fact.data;
      const publishing = { phase: 'preparing_media' as const, media: { step: 'uploading' as const, attempt, deadline } };
      return { publishing, at: startedAt, change: (details) => start(details, attempt, startedAt) };
    }
    case 'PinMediaUploaded': {
      const { mediaId, uploadedAt, nextLookAt } = fact.data;
      const media = { step: 'processing' as const, mediaId, uploadedAt, reads: 0, nextReadAt: nextLookAt };
      return { publishing: { phase: 'preparing_media', media }, at: uploadedAt };
    }
    case 'PinMediaAwaited': {
      const { look, at, nextLookAt } = fact.data;
      if (before.phase !== 'preparing_media' || before.media.step !== 'processing') return { publishing: before, at };
      const media = { ...before.media, reads: look, nextReadAt: boundedMoment(at, nextLookAt) };
      return { publishing: { phase: 'preparing_media', media }, at };
    }
    case 'PinMediaReady': {
      const { mediaId, at } = fact.data;
      // The upload and the creation that follows are one attempt.
      return { publishing: { ...queuedAt(at), mediaId }, at, change: (details) => void (details.attempts -= 1) };
    }
    case 'PinRetryRequested': {
      const { requestedAt } = fact.data;
      return { publishing: queuedAt(requestedAt), at: requestedAt, change: (details) => beginAnew(details, fact.data) };
    }
    case 'PinEdited': {
      const { boardId, content, fingerprint, editedAt, agreement } = fact.data;
      // The platform's video shows the old content.
      const publishing = 'mediaId' in before ? { ...before, mediaId: null } : before;
      return { publishing, at: editedAt, change: (details) => void Object.assign(details, { boardId, content, fingerprint, agreement }) };
    }
  }
}

/** Where publishing begins: the first attempt may start at once. */
export const queuedAt = (at: string): Waiting => ({ phase: 'waiting', notBefore: at, deferral: null, mediaId: null });

/** How far publishing has come after one more fact, for whoever knows nothing else of the pin. */
export const publishingAfter = (before: Publishing, fact: PublishingProgressFact): Publishing => progressOf(before, fact).publishing;

/** Without spreads: they make a hidden class for each object, which takes fifty times as long. */
function progressed(before: Pin, fact: PublishingProgressFact, occurredAt: string | undefined): Pin {
  const { publishing, at, change } = progressOf(before, fact);
  const details = pinDetailsOf(before);
  change?.(details);
  // What a fact says of its time may be another one's: a publication is as old as the platform says.
  details.updatedAt = nextMoment(before.updatedAt, occurredAt ?? at);
  // Where the phase goes on it is the pin as it was, whose details are older.
  return 'kind' in publishing ? Object.assign({}, publishing, details) : Object.assign(details, publishing);
}

function queued(data: PinQueued['data']): Pin {
  // The fact's fields come last: an object that begins with a spread gets a hidden class of its own, a third of what a cached state takes.
  return {
    kind: 'pin',
    phase: 'waiting',
    notBefore: data.queuedAt,
    deferral: null,
    mediaId: null,
    starts: 0,
    attempts: 0,
    firstAttemptAt: null,
    updatedAt: data.queuedAt,
    ...data,
  };
}

function deleted({ pinId, projectId, entryId, epoch, accountId, updatedAt, abandonedEntryIds }: Pin, at: string): DeletedPin {
  const known = { kind: 'deleted' as const, pinId, projectId, entryId, epoch, accountId, updatedAt: nextMoment(updatedAt, at) };
  return { ...known, ...(abandonedEntryIds && { abandonedEntryIds }) };
}

const abandonedRemembered = 100;

/** A unit was released that the pin never had, or has no more; a pin that exists goes on. */
function withAbandonedEntry(state: PinState, entryId: string): PinState {
  if (state.kind === 'none' || state.kind === 'abandoned') {
    return { kind: 'abandoned', entryIds: [...(state.kind === 'abandoned' ? state.entryIds : []), entryId] };
  }
  const abandonedEntryIds = [...(state.abandonedEntryIds ?? []), entryId].slice(-abandonedRemembered);
  return Object.assign({}, state, { abandonedEntryIds });
}

function start(details: NewDetails, attempt: number, startedAt: string): void {
  details.starts = attempt;
  details.attempts += 1;
  details.firstAttemptAt ??= startedAt;
}

function giveUpLater(details: NewDetails, wait: PinPublishDeferred['data']): void {
  const { firstAttemptAt, giveUpAt } = details;
  if (firstAttemptAt === null) return;
  const before = giveUpAfter(firstAttemptAt);
  const after = giveUpAfterWait({ giveUpAt: giveUpAt ?? before, atLatest: giveUpAtLatest(firstAttemptAt) }, wait);
  if (after !== before) details.giveUpAt = after;
}

type Retry = Extract<PinFact, { type: 'PinRetryRequested' }>['data'];

function beginAnew(details: NewDetails, { accountId, boardId, requestedAt, unit }: Retry): void {
  // Releases before 1.59 wrote the fingerprint of what the pin had shown when the request began.
  const fingerprint = fingerprintOf(boardId, details.content);
  const anew = { attempts: 0, firstAttemptAt: null, firstAttemptUptime: undefined, giveUpAt: undefined, retriedAt: requestedAt };
  Object.assign(details, anew, unit, { accountId, boardId, fingerprint });
}

const mediaIdOf = (publishing: Publishing): string | null => ('mediaId' in publishing ? publishing.mediaId : null);

/** What a deferral after a refused token says. It is written word for word as ever: facts without `accessRefreshed` say it only here. */
export const accessRefreshedMessage = 'The platform refused the token; it was refreshed.';

/** The fact's data with `accessRefreshed`, also where a release wrote it that had only the sentence; both are version 1, since the field is optional. */
function withAccessRefreshed(data: PinPublishDeferred['data']): PinPublishDeferred['data'] {
  return data.message === accessRefreshedMessage ? { ...data, accessRefreshed: true } : data;
}

/** `pin-<pinId>`: the life of one pin: accepted, attempted, published or failed. */
export const pinStream: StreamType<PinState, PinFact> = {
  category: 'pin',
  decider: pin,
  facts: {
    PinMediaPreparationStarted: 1,
    PinMediaUploaded: 1,
    PinMediaAwaited: 1,
    PinMediaReady: 1,
    PinQueued: 1,
    PinPublishAttemptStarted: 1,
    PinPublished: 1,
    PinPublishDeferred: 1,
    PinPublishOutcomeUnknown: 1,
    PinOutcomeReconciled: 1,
    PinFailed: 1,
    PinAbandoned: 1,
    PinRetryRequested: 1,
    PinEdited: 1,
    PinDeleted: 1,
  },
  unshown: ['PinAbandoned'],
  sealed: {
    PinQueued: [...sealedContent, 'contentHash', 'fingerprint', 'idempotencyKey'],
    PinPublishAttemptStarted: ['fingerprint'],
    PinPublishDeferred: ['message'],
    PinPublishOutcomeUnknown: ['message'],
    PinPublished: ['platformUrl'],
    PinFailed: ['errorMessage'],
    PinRetryRequested: ['fingerprint'],
    PinEdited: [...sealedContent, 'fingerprint'],
  },
  snapshot: { version: 4, every: 200 },
};
