import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { deliveryStream } from './delivery.stream';
import type { WebhookTestRequested } from './delivery.events';
import { testEvent } from '../subscriptions/event-names';
import { requireWebhook, type Owner } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';

/** Requests the delivery of a `webhook.test` event, which stands outside the webhook's sequence; gives the delivery's id. Throws `NotFound`. */
export class SendTest extends Command<string> {
  constructor(
    readonly webhookId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(SendTest)
export class SendTestHandler implements ICommandHandler<SendTest> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
  ) {}

  async execute({ webhookId, owner, origin }: SendTest): Promise<string> {
    const { state } = await this.live.get(webhookStream, webhookId);
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
    await this.runner.run(deliveryStream, deliveryId, origin, () => [requested], { fresh: true });
    return deliveryId;
  }
}
