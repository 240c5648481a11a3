import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { requestRedelivery } from './delivery.decider';
import { deliveryStream } from './delivery.stream';
import { requireWebhook, type Owner } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';

/** Makes a delivery due now, with a new series of attempts and the same event id and sequence. Throws `NotFound` when the webhook is not the owner's. */
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

@CommandHandler(RedeliverEvent)
export class RedeliverEventHandler implements ICommandHandler<RedeliverEvent> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
  ) {}

  async execute({ webhookId, deliveryId, owner, origin }: RedeliverEvent): Promise<void> {
    const { state } = await this.live.get(webhookStream, webhookId);
    requireWebhook(state, owner);
    const command = { trigger: 'manual', at: origin.occurredAt } as const;
    await this.runner.run(deliveryStream, deliveryId, origin, (state) => requestRedelivery(command, state));
  }
}
