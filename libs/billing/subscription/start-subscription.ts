import type { Streams, Origin } from '@pps/event-store';
import { decideSubscriptionStart } from './subscription.decider';
import type { SubscriptionStarted } from './subscription.events';
import { billingStream } from './subscription.stream';

/** Puts a new organization on a plan. */
export async function startSubscription(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  started: SubscriptionStarted['data'],
  origin: Origin,
): Promise<void> {
  const { organizationId } = started;
  await streams.decide(billingStream, organizationId, origin, (state) => decideSubscriptionStart(started, state), { fresh: true });
}
