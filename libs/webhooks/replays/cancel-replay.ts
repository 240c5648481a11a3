import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, LiveStates, type Origin } from '@pps/event-store';
import { requireWebhook, type Owner } from '../subscriptions/webhook.decider';
import { webhookStream } from '../subscriptions/webhook.stream';
import { cancelReplay } from './replay.decider';
import { replayStream } from './replay.stream';

/** Ends a running replay; deliveries that it has made due stay due. Silent for one that has ended. Throws `NotFound` when the webhook is not the owner's. */
export class CancelReplay extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly replayId: string,
    readonly owner: Owner,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(CancelReplay)
export class CancelReplayHandler implements ICommandHandler<CancelReplay> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly live: LiveStates,
  ) {}

  async execute({ webhookId, replayId, owner, origin }: CancelReplay): Promise<void> {
    const { state } = await this.live.get(webhookStream, webhookId);
    requireWebhook(state, owner);
    await this.runner.run(replayStream, webhookId, origin, (replay) => cancelReplay({ replayId, at: origin.occurredAt }, replay));
  }
}
