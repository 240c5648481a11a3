import { connectionStream, type ReconnectRequired } from '@pps/connections/events';
import { factsOf, streamId, type EventStore, type HandledFact, type RecordedFact } from '@pps/event-store';
import { pinStream, type PinFact } from '@pps/pins/events';
import type { WebhookEvent } from '../subscriptions/event-names';
import { pinDataReader } from './pin-data';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookDisabled } from '../subscriptions/webhook.events';

export interface SourcedEvent {
  readonly event: WebhookEvent;
  readonly data: () => Promise<Record<string, unknown>>;
}

const pinEvents = {
  PinQueued: 'pin.queued',
  PinRetryRequested: 'pin.queued',
  PinPublishAttemptStarted: 'pin.publishing',
  PinPublishDeferred: 'pin.deferred',
  PinPublishOutcomeUnknown: 'pin.deferred',
  PinPublished: 'pin.published',
  PinFailed: 'pin.failed',
} as const satisfies Partial<Record<PinFact['type'], WebhookEvent>>;

/** The facts that may be events to subscribers. */
export const sourceFacts = factsOf(
  pinStream,
  'PinQueued',
  'PinRetryRequested',
  'PinPublishAttemptStarted',
  'PinPublishDeferred',
  'PinPublishOutcomeUnknown',
  'PinPublished',
  'PinFailed',
)
  .and(connectionStream, 'ReconnectRequired')
  .and(webhookStream, 'WebhookDisabled');

/** A function that gives the event that a fact is to subscribers, or null. Its `data` is only made when somebody subscribes. */
export function createEventSources(store: Pick<EventStore, 'read'>): (fact: HandledFact<typeof sourceFacts>) => SourcedEvent | null {
  const pinData = pinDataReader(store);
  return (fact) => {
    switch (fact.type) {
      case 'ReconnectRequired':
        return { event: 'account.reconnect_required', data: async () => reconnectData(fact) };
      case 'WebhookDisabled':
        return disabledEvent(fact);
      default:
        return { event: pinEvents[fact.type], data: () => pinData(fact) };
    }
  };
}

function reconnectData({ data: { accountId, reason, at } }: ReconnectRequired): Record<string, unknown> {
  return { account_id: accountId, reason, required_at: at };
}

// A user who disables a webhook knows it; only a disabling by the service is an event.
function disabledEvent({ stream, data: { reason, at } }: RecordedFact<WebhookDisabled>): SourcedEvent | null {
  if (reason === 'requested') return null;
  const data = { webhook_id: streamId(webhookStream, stream), reason, disabled_at: at };
  return { event: 'webhook.disabled', data: async () => data };
}
