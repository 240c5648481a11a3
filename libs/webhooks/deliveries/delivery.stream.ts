import type { StreamType } from '@pps/event-store';
import { delivery, type DeliveryState } from './delivery.decider';
import type { DeliveryFact } from './delivery.events';

/** `webhook_delivery-<deliveryId>`: how one message to one webhook went, attempt by attempt. */
export const deliveryStream: StreamType<DeliveryState, DeliveryFact> = {
  category: 'webhook_delivery',
  decider: delivery,
  facts: {
    WebhookTestRequested: 1,
    WebhookDeliveryAttempted: 1,
    WebhookDelivered: 1,
    WebhookDeliveryExhausted: 1,
    WebhookRedeliveryRequested: 1,
  },
  sealed: { WebhookTestRequested: ['data'], WebhookDeliveryAttempted: ['error'] },
  snapshot: { version: 1, every: 200 },
};
