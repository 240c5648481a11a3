import type { StreamType } from '@pps/event-store';
import type { WebhookDeliveryRequested } from './outbox.events';

/** `webhook_outbox-<webhookId>`: what one webhook is to be sent, in order, without a gap. Its state is its length, which the log counts itself. */
export const outboxStream: StreamType<null, WebhookDeliveryRequested> = {
  category: 'webhook_outbox',
  decider: { initial: null, evolve: () => null },
  facts: {
    WebhookDeliveryRequested: 1,
  },
  sealed: { WebhookDeliveryRequested: ['data'] },
};
