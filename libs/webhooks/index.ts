export { webhooksCommands } from './commands';
export { webhooksMigrations } from './webhooks.migrations';
export { addWebhook, type AddWebhookDeps, type CreatedWebhook, type NewWebhook } from './subscriptions/add-webhook';
export { updateWebhook, type UpdateWebhookDeps, type WebhookEdit } from './subscriptions/update-webhook';
export { disableWebhooksOfRevokedKeys } from './subscriptions/revoked-key-webhooks.process';
export { customHeadersProblem, longestHeaderValue, mostHeaders, type CustomHeaders } from './subscriptions/custom-headers.policy';
export { decideWebhookDeletion, disableWebhook, narrowWebhook } from './subscriptions/webhook.stream';
export { DeleteWebhook, deleteWebhook } from './subscriptions/delete-webhook';
export { SendTest, sendTest } from './deliveries/send-test';
export { RedeliverEvent, redeliverEvent } from './deliveries/redeliver-event';
export { RequestReplay, requestReplay } from './replays/request-replay';
export { CancelReplay, cancelReplay } from './replays/cancel-replay';
export { replayPortion, runWebhookReplays, webhookReplaysDue } from './replays/webhook-replay.dispatcher';
export { webhookOutboxProcess, type WebhookOutboxDeps } from './outbox/webhook-outbox.process';
export { rejoinSubscriptions } from './outbox/rejoin-subscriptions';
export { takeOverWebhookPositions, webhookPositions } from './outbox/take-over-positions';
export { outboxPinTable } from './outbox/outbox-pins.store';
export { subscriptionTable } from './outbox/webhook-subscriptions.store';
export { runWebhookDispatcher, createDispatchRound, webhookDeliveriesDue } from './dispatching/webhook-delivery.dispatcher';
export { readDeliveryDelays } from './dispatching/delivery-delays.query';
export { runHeldDropping } from './deliveries/drop-held.dispatcher';
export { runFailingEndpoints } from './deliveries/failing-endpoints.dispatcher';
export { deliverWebhook, findDueBatches } from './deliveries/deliver-webhook.work';
export { eventCatalogue, type CataloguedEvent } from './messages/event-catalogue';
export { webhookEvents, type EventData } from './messages/webhook-events';
export { headersOf, payloadOf } from './messages/message';
export { nameAccount } from './messages/name-account';
export { deleteResponses, findResponses } from './deliveries/attempt-responses.store';
export { webhookDeliveriesProjection } from './delivery-records/webhook_deliveries.projection';
export {
  attemptsOf,
  findDeliveries,
  findDelivery,
  listDeliveries,
  type AttemptRow,
  type DeliveryRow,
  type SeenDeliveries,
} from './delivery-records/webhook_deliveries.query';
export { findReplay, type ReplayRow } from './delivery-records/webhook_replays.query';
export { deliveryIdsOf } from './outbox/outbox-writer';
export { targetProblem } from './targets/check-target';
export { fetchDocument, type FetchedDocument } from './targets/fetch-document';
