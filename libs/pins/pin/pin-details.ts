import type { PublishingProgressFact } from './publishing-progress';
import type { PinDetails } from './pin.state';

/** Only what every pin has: nothing of its phase. */
export function pinDetailsOf(pin: PinDetails): PinDetails {
  return {
    kind: 'pin',
    pinId: pin.pinId,
    projectId: pin.projectId,
    epoch: pin.epoch,
    organizationId: pin.organizationId,
    accountId: pin.accountId,
    boardId: pin.boardId,
    content: pin.content,
    contentHash: pin.contentHash,
    fingerprint: pin.fingerprint,
    ...(pin.idempotencyKey !== undefined && { idempotencyKey: pin.idempotencyKey }),
    month: pin.month,
    entryId: pin.entryId,
    source: pin.source,
    ...(pin.simulated && { simulated: pin.simulated }),
    queuedAt: pin.queuedAt,
    starts: pin.starts,
    attempts: pin.attempts,
    firstAttemptAt: pin.firstAttemptAt,
    ...(pin.firstAttemptUptime && { firstAttemptUptime: pin.firstAttemptUptime }),
    updatedAt: pin.updatedAt,
    ...(pin.retriedAt !== undefined && { retriedAt: pin.retriedAt }),
  };
}

/** What every pin has, after one more fact. */
export function pinDetailsAfter(pin: PinDetails, fact: PublishingProgressFact): PinDetails {
  const details = pinDetailsOf(pin);
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, startedAt, uptime } = fact.data;
      const firstAttemptUptime = details.firstAttemptUptime ?? uptime;
      return { ...started(details, attempt, startedAt), ...(firstAttemptUptime && { firstAttemptUptime }) };
    }
    case 'PinMediaPreparationStarted':
      return started(details, fact.data.attempt, fact.data.startedAt);
    case 'PinPublished':
      return { ...details, updatedAt: fact.data.publishedAt };
    case 'PinPublishDeferred': {
      const { counts, deferredAt } = fact.data;
      return { ...details, attempts: counts ? details.attempts : details.attempts - 1, updatedAt: deferredAt };
    }
    case 'PinMediaReady':
      // The upload and the creation that follows are one attempt.
      return { ...details, attempts: details.attempts - 1, updatedAt: fact.data.at };
    case 'PinPublishOutcomeUnknown':
    case 'PinOutcomeReconciled':
    case 'PinMediaAwaited':
      return { ...details, updatedAt: fact.data.at };
    case 'PinMediaUploaded':
      return { ...details, updatedAt: fact.data.uploadedAt };
    case 'PinFailed':
      return { ...details, updatedAt: fact.data.failedAt };
    case 'PinRetryRequested': {
      const { accountId, boardId, fingerprint, requestedAt } = fact.data;
      const again = { attempts: 0, firstAttemptAt: null, firstAttemptUptime: undefined, retriedAt: requestedAt };
      return { ...details, ...again, accountId, boardId, fingerprint, updatedAt: requestedAt };
    }
    case 'PinEdited': {
      const { boardId, content, fingerprint, editedAt } = fact.data;
      return { ...details, boardId, content, fingerprint, updatedAt: editedAt };
    }
  }
}

const started = (details: PinDetails, attempt: number, startedAt: string): PinDetails => ({
  ...details,
  starts: attempt,
  attempts: details.attempts + 1,
  firstAttemptAt: details.firstAttemptAt ?? startedAt,
  updatedAt: startedAt,
});
