import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { startSubscription } from './subscription.decider';
import type { SubscriptionStarted } from './subscription.events';
import { billingStream } from './subscription.stream';

/** Puts a new organization on a plan. */
export class StartSubscription extends Command<void> {
  constructor(
    readonly subscription: SubscriptionStarted['data'],
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(StartSubscription)
export class StartSubscriptionHandler implements ICommandHandler<StartSubscription> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ subscription, origin }: StartSubscription): Promise<void> {
    const decide = (state: Parameters<typeof startSubscription>[1]) => startSubscription(subscription, state);
    await this.runner.run(billingStream, subscription.organizationId, origin, decide, { fresh: true });
  }
}
