import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import type { Plan } from './plans';
import { applyProviderEvent, setSubscription, type ProviderEvent } from './provider-event.decider';
import type { BillingStatus } from './subscription.events';
import { billingStream } from './subscription.stream';

export type SubscriptionChange =
  | { readonly kind: 'reported_by_provider'; readonly event: ProviderEvent }
  | { readonly kind: 'set_by_operator'; readonly plan?: Plan; readonly status?: BillingStatus; readonly at: string };

/** Changes an organization's plan or the status of its payment. */
export class ChangeSubscription extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly change: SubscriptionChange,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(ChangeSubscription)
export class ChangeSubscriptionHandler implements ICommandHandler<ChangeSubscription> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ organizationId, change, origin }: ChangeSubscription): Promise<void> {
    await this.runner.run(billingStream, organizationId, origin, (state) =>
      change.kind === 'reported_by_provider' ? applyProviderEvent(change.event, state) : setSubscription(change, state),
    );
  }
}
