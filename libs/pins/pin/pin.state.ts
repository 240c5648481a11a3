import type { DeferralReason, PinErrorCode, PinQueued, Uptime } from './pin.events';

export interface OpenAttempt {
  readonly attempt: number;
  readonly startedAt: string;
  readonly deadline: string;
}

/** An attempt whose outcome nobody knows, and the looks at the platform since. */
export interface Doubt {
  readonly attempt: number;
  readonly looks: number;
  readonly nextLookAt: string;
}

/** How far the platform is with the pin's video. */
export type PinVideo =
  | { readonly step: 'uploading'; readonly attempt: number; readonly deadline: string }
  | {
      readonly step: 'processing';
      readonly mediaId: string;
      readonly uploadedAt: string;
      readonly looks: number;
      readonly nextLookAt: string;
    }
  | { readonly step: 'ready'; readonly mediaId: string };

export interface Pin extends Readonly<PinQueued['data']> {
  readonly kind: 'pin';
  readonly status: 'queued' | 'deferred' | 'publishing' | 'published' | 'failed';
  /** How often publishing was started; numbers the attempts. */
  readonly starts: number;
  /** Starts that count against the limit. */
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  readonly open: OpenAttempt | null;
  readonly doubt: Doubt | null;
  /** Null for an image, and for a video that has to be uploaded first. */
  readonly video: PinVideo | null;
  readonly nextAttemptAt: string | null;
  readonly errorCode: PinErrorCode | DeferralReason | null;
  readonly errorMessage: string | null;
  /** Of the first attempt to create the pin, where its worker said so. */
  readonly firstAttemptUptime?: Uptime | undefined;
  readonly platformPinId: string | null;
  readonly platformUrl: string | null;
  readonly publishedAt: string | null;
  readonly failedAt: string | null;
  readonly updatedAt: string;
  /** When it was last asked to go out again. */
  readonly retriedAt?: string | undefined;
}

/** What is left to know of a deleted pin: whose key it was, and that it is no more. */
export interface DeletedPin {
  readonly kind: 'deleted';
  readonly pinId: string;
  readonly projectId: string;
  readonly entryId: string;
}

export type PinState = { readonly kind: 'none' } | { readonly kind: 'abandoned'; readonly entryIds: readonly string[] } | Pin | DeletedPin;
