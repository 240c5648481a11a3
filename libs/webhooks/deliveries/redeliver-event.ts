import type { Streams, LiveStates, Origin } from '@pps/event-store';
import { Command } from '@pps/kernel';
import { deliveryStream, requestRedelivery } from './delivery.stream';
import { requireWebhook, webhookStream, type Owner } from '../subscriptions/webhook.stream';

export interface RedeliverEventDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly live: Pick<LiveStates, 'get'>;
}

export class RedeliverEvent extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly deliveryId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Makes a delivery due now, with a new series of attempts and the same event id and sequence. Throws `NotFound` when the webhook is not the owner's. */
export async function redeliverEvent(
  { streams, live }: RedeliverEventDeps,
  { webhookId, deliveryId, owner, origin }: RedeliverEvent,
): Promise<void> {
  const { state } = await live.get(webhookStream, webhookId);
  requireWebhook(state, owner);
  const redelivery = { trigger: 'manual', at: origin.occurredAt } as const;
  await streams.decide(deliveryStream, deliveryId, origin, (delivery) => requestRedelivery(redelivery, delivery));
}
