import type { StreamType } from '@pps/event-store';
import { webhook, type WebhookState } from './webhook.decider';
import type { WebhookFact } from './webhook.events';

/** `webhook-<webhookId>`: a client's subscription: where to, to what, signed with what, and whether it is on. */
export const webhookStream: StreamType<WebhookState, WebhookFact> = {
  category: 'webhook',
  decider: webhook,
  facts: {
    WebhookCreated: 1,
    WebhookUpdated: 1,
    WebhookSecretRotated: 1,
    WebhookDisabled: 1,
    WebhookEnabled: 1,
    WebhookFailing: 1,
    WebhookRecovered: 1,
    WebhookHeldDropped: 1,
    WebhookDeleted: 1,
  },
  sealed: { WebhookCreated: ['url', 'headerNames'], WebhookUpdated: ['url', 'headerNames'], WebhookDisabled: ['host'] },
  snapshot: { version: 7, every: 200 },
};
