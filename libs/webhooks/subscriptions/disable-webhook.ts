import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { disableWebhook } from './webhook.decider';
import type { DisabledReason } from './webhook.events';
import { webhookStream } from './webhook.stream';

/** Nothing more is sent to the webhook until it is enabled again; silent for one that is disabled or deleted. */
export class DisableWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly reason: DisabledReason,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(DisableWebhook)
export class DisableWebhookHandler implements ICommandHandler<DisableWebhook> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ webhookId, reason, origin }: DisableWebhook): Promise<void> {
    await this.runner.run(webhookStream, webhookId, origin, (state) => disableWebhook({ reason, at: origin.occurredAt }, state));
  }
}
