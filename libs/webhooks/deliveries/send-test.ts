import type { Origin } from '@pps/event-store';
import { Command, newId } from '@pps/kernel';
import { deliveryStream, type WebhookTestRequested } from './delivery.stream';
import type { RedeliverEventDeps } from './redeliver-event';
import { testEvent } from '../subscriptions/event-names';
import { requireWebhook, webhookStream, type Owner } from '../subscriptions/webhook.stream';

export class SendTest extends Command<string> {
  constructor(
    readonly webhookId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Requests the delivery of a `webhook.test` event, which stands outside the webhook's sequence; gives the delivery's id. Throws `NotFound`. */
export async function sendTest({ streams, live }: RedeliverEventDeps, { webhookId, owner, origin }: SendTest): Promise<string> {
  const { state } = await live.get(webhookStream, webhookId);
  requireWebhook(state, owner);
  const deliveryId = newId();
  const requested: WebhookTestRequested = {
    type: 'WebhookTestRequested',
    data: {
      deliveryId,
      webhookId,
      eventId: `evt_${newId()}`,
      event: testEvent,
      occurredAt: origin.occurredAt,
      data: { message: 'This is a test. It has no sequence number.', webhook_id: webhookId },
    },
  };
  await streams.decide(deliveryStream, deliveryId, origin, () => [requested], { fresh: true });
  return deliveryId;
}
