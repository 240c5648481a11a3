import type { PinAbandoned, PinDeleted, PinFact, PinQueued } from './pin.events';
import { boundedMoment } from './bounded-moment';
import type { Publishing, Waiting } from './pin.state';
import { withAccessRefreshed } from './pin.upcasters';

/** What may happen to a pin between its creation and its deletion. */
export type PublishingProgressFact = Exclude<PinFact, PinQueued | PinAbandoned | PinDeleted>;

/** Where publishing begins: the first attempt may start at once. */
export const queuedAt = (at: string): Waiting => ({ phase: 'waiting', notBefore: at, deferral: null, mediaId: null });

/** How far publishing has come after one more fact. */
export function publishingAfter(before: Publishing, fact: PublishingProgressFact): Publishing {
  switch (fact.type) {
    case 'PinPublishAttemptStarted': {
      const { attempt, startedAt, deadline, uptime } = fact.data;
      const attempting = { phase: 'attempting' as const, attempt, startedAt, deadline, mediaId: mediaIdOf(before) };
      return uptime ? Object.assign(attempting, { uptime }) : attempting;
    }
    case 'PinPublished': {
      const { platformPinId, platformUrl, publishedAt } = fact.data;
      return { phase: 'published', platformPinId, platformUrl, publishedAt };
    }
    case 'PinPublishDeferred': {
      const { reason, message, deferredAt, nextAttemptAt, mediaLost, accessRefreshed } = withAccessRefreshed(fact.data);
      const mediaId = mediaLost ? null : mediaIdOf(before);
      const deferral = { reason, message, ...(accessRefreshed && { accessRefreshed }) };
      return { phase: 'waiting', notBefore: boundedMoment(deferredAt, nextAttemptAt), deferral, mediaId };
    }
    case 'PinPublishOutcomeUnknown': {
      const { attempt, message, at, nextLookAt } = fact.data;
      const nextReadAt = boundedMoment(at, nextLookAt);
      return { phase: 'unknown_outcome', attempt, message, reads: 0, nextReadAt, mediaId: mediaIdOf(before) };
    }
    case 'PinOutcomeReconciled': {
      const { look, at, nextLookAt, outcome } = fact.data;
      if (before.phase !== 'unknown_outcome' || nextLookAt === undefined) return before;
      return { ...before, reads: outcome === 'unreadable' ? before.reads : look, nextReadAt: boundedMoment(at, nextLookAt) };
    }
    case 'PinFailed': {
      const { errorCode, errorMessage, failedAt } = fact.data;
      return { phase: 'failed', errorCode, errorMessage, failedAt };
    }
    case 'PinMediaPreparationStarted': {
      const { attempt, deadline } = fact.data;
      return { phase: 'preparing_media', media: { step: 'uploading', attempt, deadline } };
    }
    case 'PinMediaUploaded': {
      const { mediaId, uploadedAt, nextLookAt } = fact.data;
      return { phase: 'preparing_media', media: { step: 'processing', mediaId, uploadedAt, reads: 0, nextReadAt: nextLookAt } };
    }
    case 'PinMediaAwaited': {
      const { look, at, nextLookAt } = fact.data;
      if (before.phase !== 'preparing_media' || before.media.step !== 'processing') return before;
      return { phase: 'preparing_media', media: { ...before.media, reads: look, nextReadAt: boundedMoment(at, nextLookAt) } };
    }
    case 'PinMediaReady':
      return { ...queuedAt(fact.data.at), mediaId: fact.data.mediaId };
    case 'PinRetryRequested':
      return queuedAt(fact.data.requestedAt);
    case 'PinEdited':
      // The platform's video shows the old content.
      return 'mediaId' in before ? { ...before, mediaId: null } : before;
  }
}

const mediaIdOf = (publishing: Publishing): string | null => ('mediaId' in publishing ? publishing.mediaId : null);
