export type {
  DisabledReason,
  WebhookCreated,
  WebhookDeleted,
  WebhookDisabled,
  WebhookEnabled,
  WebhookFact,
  WebhookSecretRotated,
  WebhookUpdated,
} from './webhook.events';
export type { WebhookDeliveryRequested } from './outbox.events';
export { outboxStream } from './outbox.events';
export type {
  DeliveryFact,
  DeliveryTrigger,
  WebhookDelivered,
  WebhookDeliveryAttempted,
  WebhookDeliveryExhausted,
  WebhookRedeliveryRequested,
  WebhookTestRequested,
} from './delivery.events';
export type { ActiveWebhook, Owner, WebhookState } from './webhook.decider';
export { ownedWebhook, webhookStream } from './webhook.decider';
export type { DeliveryState } from './delivery.decider';
export { deliveryStream } from './delivery.decider';
export type { WebhookEvent } from './event-names';
export { defaultEvents, everyEvent, testEvent, webhookEvents } from './event-names';
