import type { RecordedFact } from '@pps/event-store';
import type { PinFact } from '@pps/pins/events';
import type { WebhookEvent } from '../subscriptions/event-names';
import type { OutboxPin } from './outbox-pin';

/** What a pin's fact is to those who see the pin. */
export const pinEvents = {
  PinQueued: 'pin.queued',
  PinRetryRequested: 'pin.queued',
  PinMediaReady: 'pin.queued',
  PinMediaPreparationStarted: 'pin.publishing',
  PinPublishAttemptStarted: 'pin.publishing',
  PinPublishDeferred: 'pin.deferred',
  PinPublishOutcomeUnknown: 'pin.deferred',
  PinPublished: 'pin.published',
  PinFailed: 'pin.failed',
} as const satisfies Partial<Record<PinFact['type'], WebhookEvent>>;

export type PinEventFact = Extract<PinFact, { readonly type: keyof typeof pinEvents }>;

const nothing = {
  platform_pin_id: null,
  platform_url: null,
  error_code: null,
  error_message: null,
  published_at: null,
  failed_at: null,
};

/** The `data` of a pin's event: the pin as it was right after the fact. */
export function pinData(fact: RecordedFact<PinEventFact>, pin: OutboxPin): Record<string, unknown> {
  return {
    pin_id: pin.pinId,
    account_id: pin.accountId,
    board_id: pin.boardId,
    title: pin.title,
    schedule_id: pin.scheduleId,
    import_job_id: pin.importJobId,
    ...nothing,
    ...progress(fact),
  };
}

function progress(fact: PinEventFact): Record<string, unknown> {
  switch (fact.type) {
    case 'PinQueued':
    case 'PinRetryRequested':
    case 'PinMediaReady':
      return { status: 'queued' };
    case 'PinMediaPreparationStarted':
    case 'PinPublishAttemptStarted':
      return { status: 'publishing' };
    case 'PinPublishDeferred':
      return { status: 'deferred', error_code: fact.data.reason, error_message: fact.data.message };
    case 'PinPublishOutcomeUnknown':
      return { status: 'deferred', error_code: 'outcome_unknown', error_message: fact.data.message };
    case 'PinPublished': {
      const { platformPinId, platformUrl, publishedAt } = fact.data;
      return { status: 'published', platform_pin_id: platformPinId, platform_url: platformUrl, published_at: publishedAt };
    }
    case 'PinFailed': {
      const { errorCode, errorMessage, failedAt } = fact.data;
      return { status: 'failed', error_code: errorCode, error_message: errorMessage, failed_at: failedAt };
    }
  }
}
