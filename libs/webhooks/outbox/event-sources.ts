import type { ReconnectRequired } from '@pps/connections/events';
import { streamId, type EventStore, type RecordedFact } from '@pps/event-store';
import type { PinFact } from '@pps/pins/events';
import type { WebhookEvent } from '../subscriptions/event-names';
import { pinDataReader } from './pin-data';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookDisabled } from '../subscriptions/webhook.events';

export interface SourcedEvent {
  readonly event: WebhookEvent;
  readonly data: () => Promise<Record<string, unknown>>;
}

const pinEvents: Readonly<Partial<Record<PinFact['type'], WebhookEvent>>> = {
  PinQueued: 'pin.queued',
  PinRetryRequested: 'pin.queued',
  PinPublishAttemptStarted: 'pin.publishing',
  PinPublishDeferred: 'pin.deferred',
  PinPublishOutcomeUnknown: 'pin.deferred',
  PinPublished: 'pin.published',
  PinFailed: 'pin.failed',
};

export const sourceTypes: readonly string[] = [...Object.keys(pinEvents), 'ReconnectRequired', 'WebhookDisabled'];

/** A function that gives the event that a fact is to subscribers, or null. Its `data` is only made when somebody subscribes. */
export function createEventSources(store: Pick<EventStore, 'read'>): (fact: RecordedFact) => SourcedEvent | null {
  const pinData = pinDataReader(store);
  return (fact) => {
    const pinEvent = pinEvents[fact.type as PinFact['type']];
    if (pinEvent) return { event: pinEvent, data: () => pinData(fact) };
    if (fact.type === 'ReconnectRequired') return { event: 'account.reconnect_required', data: async () => reconnectData(fact) };
    if (fact.type === 'WebhookDisabled') return disabledEvent(fact);
    return null;
  };
}

function reconnectData(fact: RecordedFact): Record<string, unknown> {
  const { accountId, reason, at } = fact.data as ReconnectRequired['data'];
  return { account_id: accountId, reason, required_at: at };
}

// A user who disables a webhook knows it; only a disabling by the service is an event.
function disabledEvent(fact: RecordedFact): SourcedEvent | null {
  const { reason, at } = fact.data as WebhookDisabled['data'];
  if (reason === 'requested') return null;
  const data = { webhook_id: streamId(webhookStream, fact.stream), reason, disabled_at: at };
  return { event: 'webhook.disabled', data: async () => data };
}
