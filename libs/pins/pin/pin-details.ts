import { giveUpAfter, giveUpAfterWait, giveUpAtLatest } from '../publishing/publishing.policy';
import { fingerprintOf } from './content';
import type { PublishingProgressFact } from './publishing-progress';
import type { PinDetails } from './pin.state';

type NewDetails = { -readonly [Field in keyof PinDetails]: PinDetails[Field] };

/** A new object with only what every pin has: nothing of its phase. */
export function pinDetailsOf(pin: PinDetails): NewDetails {
  // Written out, and the optional fields assigned one by one: thousands of pins share a hidden class, which objects of spreads do not.
  const details: NewDetails = {
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
    month: pin.month,
    entryId: pin.entryId,
    source: pin.source,
    queuedAt: pin.queuedAt,
    starts: pin.starts,
    attempts: pin.attempts,
    firstAttemptAt: pin.firstAttemptAt,
    updatedAt: pin.updatedAt,
  };
  if (pin.idempotencyKey !== undefined) details.idempotencyKey = pin.idempotencyKey;
  if (pin.importJobId !== undefined) details.importJobId = pin.importJobId;
  if (pin.scheduleId !== undefined) details.scheduleId = pin.scheduleId;
  if (pin.simulated) details.simulated = pin.simulated;
  if (pin.firstAttemptUptime) details.firstAttemptUptime = pin.firstAttemptUptime;
  if (pin.giveUpAt !== undefined) details.giveUpAt = pin.giveUpAt;
  if (pin.retriedAt !== undefined) details.retriedAt = pin.retriedAt;
  if (pin.abandonedEntryIds !== undefined) details.abandonedEntryIds = pin.abandonedEntryIds;
  return details;
}

/** A new object with what every pin has, after one more fact. */
export function pinDetailsAfter(pin: PinDetails, fact: PublishingProgressFact): NewDetails {
  const details = pinDetailsOf(pin);
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, startedAt, uptime } = fact.data;
      const firstAttemptUptime = details.firstAttemptUptime ?? uptime;
      if (firstAttemptUptime) details.firstAttemptUptime = firstAttemptUptime;
      return started(details, attempt, startedAt);
    }
    case 'PinMediaPreparationStarted':
      return started(details, fact.data.attempt, fact.data.startedAt);
    case 'PinPublished':
      return Object.assign(details, { updatedAt: fact.data.publishedAt });
    case 'PinPublishDeferred': {
      const { counts, deferredAt } = fact.data;
      const { firstAttemptAt, giveUpAt } = details;
      if (firstAttemptAt !== null) {
        const before = giveUpAfter(firstAttemptAt);
        const after = giveUpAfterWait({ giveUpAt: giveUpAt ?? before, atLatest: giveUpAtLatest(firstAttemptAt) }, fact.data);
        if (after !== before) details.giveUpAt = after;
      }
      return Object.assign(details, { attempts: counts ? details.attempts : details.attempts - 1, updatedAt: deferredAt });
    }
    case 'PinMediaReady':
      // The upload and the creation that follows are one attempt.
      return Object.assign(details, { attempts: details.attempts - 1, updatedAt: fact.data.at });
    case 'PinPublishOutcomeUnknown':
    case 'PinOutcomeReconciled':
    case 'PinMediaAwaited':
      return Object.assign(details, { updatedAt: fact.data.at });
    case 'PinMediaUploaded':
      return Object.assign(details, { updatedAt: fact.data.uploadedAt });
    case 'PinFailed':
      return Object.assign(details, { updatedAt: fact.data.failedAt });
    case 'PinRetryRequested': {
      const { accountId, boardId, requestedAt, unit } = fact.data;
      // Releases before 1.59 wrote the fingerprint of what the pin had shown when the request began.
      const fingerprint = fingerprintOf(boardId, details.content);
      const again = { attempts: 0, firstAttemptAt: null, firstAttemptUptime: undefined, giveUpAt: undefined, retriedAt: requestedAt };
      return Object.assign(details, again, unit, { accountId, boardId, fingerprint, updatedAt: requestedAt });
    }
    case 'PinEdited': {
      const { boardId, content, fingerprint, editedAt } = fact.data;
      return Object.assign(details, { boardId, content, fingerprint, updatedAt: editedAt });
    }
  }
}

const started = (details: NewDetails, attempt: number, startedAt: string): NewDetails =>
  Object.assign(details, {
    starts: attempt,
    attempts: details.attempts + 1,
    firstAttemptAt: details.firstAttemptAt ?? startedAt,
    updatedAt: startedAt,
  });
