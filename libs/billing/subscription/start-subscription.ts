import type { CommandRunner, Origin } from '@pps/event-store';
import { decideSubscriptionStart } from './subscription.decider';
import type { SubscriptionStarted } from './subscription.events';
import { billingStream } from './subscription.stream';

/** Puts a new organization on a plan. */
export async function startSubscription(
  { runner }: { readonly runner: Pick<CommandRunner, 'run'> },
  started: SubscriptionStarted['data'],
  origin: Origin,
): Promise<void> {
  const { organizationId } = started;
  await runner.run(billingStream, organizationId, origin, (state) => decideSubscriptionStart(started, state), { fresh: true });
}
