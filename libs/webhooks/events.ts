export type {
  DisabledReason,
  WebhookCreated,
  WebhookDeleted,
  WebhookDisabled,
  WebhookEnabled,
  WebhookFact,
  WebhookFailing,
  WebhookHeldDropped,
  WebhookRecovered,
  WebhookSecretRotated,
  WebhookUpdated,
} from './subscriptions/webhook.events';
export { outboxStream, type WebhookDeliveryRequested } from './outbox/outbox.stream';
export { requireWebhook, webhookStream, type ActiveWebhook, type Owner, type WebhookState } from './subscriptions/webhook.stream';
export {
  replayStream,
  type ReplayFact,
  type WebhookReplayCanceled,
  type WebhookReplayCompleted,
  type WebhookReplayProgressed,
  type WebhookReplayRequested,
} from './replays/replay.stream';
export {
  deliveryStream,
  type DeliveryFact,
  type DeliveryState,
  type DeliveryTrigger,
  type WebhookDelivered,
  type WebhookDeliveryAttempted,
  type WebhookDeliveryExhausted,
  type WebhookRedeliveryRequested,
  type WebhookTestRequested,
} from './deliveries/delivery.stream';
export type { WebhookEvent } from './subscriptions/event-names';
export { defaultEvents, eventPatterns, everyEvent, testEvent, webhookEventNames } from './subscriptions/event-names';
