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
export type { WebhookDeliveryRequested } from './outbox/outbox.events';
export { outboxStream } from './outbox/outbox.stream';
export type {
  DeliveryFact,
  DeliveryTrigger,
  WebhookDelivered,
  WebhookDeliveryAttempted,
  WebhookDeliveryExhausted,
  WebhookRedeliveryRequested,
  WebhookTestRequested,
} from './deliveries/delivery.events';
export type { ActiveWebhook, Owner, WebhookState } from './subscriptions/webhook.decider';
export { requireWebhook } from './subscriptions/webhook.decider';
export { webhookStream } from './subscriptions/webhook.stream';
export type {
  ReplayFact,
  WebhookReplayCanceled,
  WebhookReplayCompleted,
  WebhookReplayProgressed,
  WebhookReplayRequested,
} from './replays/replay.events';
export { replayStream } from './replays/replay.stream';
export type { DeliveryState } from './deliveries/delivery.decider';
export { deliveryStream } from './deliveries/delivery.stream';
export type { WebhookEvent } from './subscriptions/event-names';
export { defaultEvents, eventPatterns, everyEvent, testEvent, webhookEventNames } from './subscriptions/event-names';
