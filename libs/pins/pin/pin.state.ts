import type { DeferralReason, PinErrorCode, PinQueued, Uptime } from './pin.events';

export interface PinDetails extends Readonly<PinQueued['data']> {
  readonly kind: 'pin';
  /** How often publishing was started; numbers the attempts. */
  readonly starts: number;
  /** Starts that count against the limit. */
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  /** When it is given up where it still waits, if that is later than a day after its first attempt: others told it to wait. */
  readonly giveUpAt?: string | undefined;
  /** Of the first attempt to create the pin, where its worker recorded it. */
  readonly firstAttemptUptime?: Uptime | undefined;
  /** When the newest fact that changed it happened; no two facts share one, and it never falls. */
  readonly updatedAt: string;
  readonly retriedAt?: string | undefined;
  /** Entries whose unit was released before anything settled it, the newest 100: nothing late must settle one, or release it again. */
  readonly abandonedEntryIds?: readonly string[] | undefined;
}

interface Deferral {
  readonly reason: DeferralReason;
  readonly message: string;
  /** The access token was refused and refreshed: the next attempt is its last chance. */
  readonly accessRefreshed?: true;
}

export interface Waiting {
  readonly phase: 'waiting';
  readonly notBefore: string;
  /** Null for a pin that was queued and not put off since. */
  readonly deferral: Deferral | null;
  /** The platform's id of the pin's processed video; null for an image, and for a video that has to be uploaded first. */
  readonly mediaId: string | null;
}

interface Attempting {
  readonly phase: 'attempting';
  readonly attempt: number;
  readonly startedAt: string;
  /** Names the worker that started it: no other process reads the same microsecond of the same machine. */
  readonly uptime?: Uptime | undefined;
  readonly deadline: string;
  readonly mediaId: string | null;
}

/** Nobody knows whether the attempt created the pin: the board is read before anything is sent again. */
interface UnknownOutcome {
  readonly phase: 'unknown_outcome';
  readonly attempt: number;
  readonly message: string;
  /** Reconciliation reads of the board that count so far. */
  readonly reads: number;
  readonly nextReadAt: string;
  readonly mediaId: string | null;
}

interface MediaUpload {
  readonly step: 'uploading';
  readonly attempt: number;
  readonly deadline: string;
}

interface MediaProcessing {
  readonly step: 'processing';
  readonly mediaId: string;
  readonly uploadedAt: string;
  readonly reads: number;
  readonly nextReadAt: string;
}

interface PreparingMedia {
  readonly phase: 'preparing_media';
  readonly media: MediaUpload | MediaProcessing;
}

export interface Published {
  readonly phase: 'published';
  readonly platformPinId: string;
  readonly platformUrl: string;
  readonly publishedAt: string;
}

export interface Failed {
  readonly phase: 'failed';
  readonly errorCode: PinErrorCode;
  readonly errorMessage: string;
  readonly failedAt: string;
}

/** How far publishing has come. */
export type Publishing = Waiting | Attempting | UnknownOutcome | PreparingMedia | Published | Failed;

export type Pin = PinDetails & Publishing;
export type WaitingPin = PinDetails & Waiting;

/** What is left to know of a deleted pin: whose key it was, and that it is gone. */
export interface DeletedPin {
  readonly kind: 'deleted';
  readonly pinId: string;
  readonly projectId: string;
  readonly entryId: string;
  readonly epoch: number;
  readonly accountId: string;
  /** When it was deleted, after all that happened to it before; absent in rows of older releases. */
  readonly updatedAt?: string;
  readonly abandonedEntryIds?: readonly string[] | undefined;
}

export type PinState = { readonly kind: 'none' } | { readonly kind: 'abandoned'; readonly entryIds: readonly string[] } | Pin | DeletedPin;

export type NewDetails = { -readonly [Field in keyof PinDetails]: PinDetails[Field] };

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
  if (pin.agreement) details.agreement = pin.agreement;
  if (pin.firstAttemptUptime) details.firstAttemptUptime = pin.firstAttemptUptime;
  if (pin.giveUpAt !== undefined) details.giveUpAt = pin.giveUpAt;
  if (pin.retriedAt !== undefined) details.retriedAt = pin.retriedAt;
  if (pin.abandonedEntryIds !== undefined) details.abandonedEntryIds = pin.abandonedEntryIds;
  return details;
}
