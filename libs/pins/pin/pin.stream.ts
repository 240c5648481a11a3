import type { StreamType } from '@pps/event-store';
import { sealedContent } from './content-fields';
import { pin } from './pin.decider';
import type { PinFact } from './pin.events';
import type { PinState } from './pin.state';

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
