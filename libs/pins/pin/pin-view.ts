import type { DeferralReason, PinErrorCode } from './pin.events';
import { pinDetailsOf, type Pin, type PinDetails } from './pin.state';

export type PinStatus = 'queued' | 'deferred' | 'publishing' | 'published' | 'failed';

export interface PinView extends PinDetails {
  readonly status: PinStatus;
  readonly nextAttemptAt: string | null;
  readonly errorCode: PinErrorCode | DeferralReason | null;
  readonly errorMessage: string | null;
  readonly platformPinId: string | null;
  readonly platformUrl: string | null;
  readonly publishedAt: string | null;
  readonly failedAt: string | null;
}

/** The pin as clients see it. */
export const describePin = (pin: Pin): PinView => Object.assign(pinDetailsOf(pin), absent, statusOf(pin));

const absent = {
  nextAttemptAt: null,
  errorCode: null,
  errorMessage: null,
  platformPinId: null,
  platformUrl: null,
  publishedAt: null,
  failedAt: null,
};

function statusOf(pin: Pin): Pick<PinView, 'status'> & Partial<Omit<PinView, keyof PinDetails>> {
  switch (pin.phase) {
    case 'waiting': {
      const { deferral, notBefore } = pin;
      if (!deferral) return { status: 'queued' };
      return { status: 'deferred', nextAttemptAt: notBefore, errorCode: deferral.reason, errorMessage: deferral.message };
    }
    case 'attempting':
    case 'preparing_media':
      return { status: 'publishing' };
    case 'unknown_outcome':
      return { status: 'deferred', nextAttemptAt: pin.nextReadAt, errorCode: 'outcome_unknown', errorMessage: pin.message };
    case 'published': {
      const { platformPinId, platformUrl, publishedAt } = pin;
      return { status: 'published', platformPinId, platformUrl, publishedAt };
    }
    case 'failed': {
      const { errorCode, errorMessage, failedAt } = pin;
      return { status: 'failed', errorCode, errorMessage, failedAt };
    }
  }
}
