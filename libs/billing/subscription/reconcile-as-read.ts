import { WrongRevision, type Streams, type Origin } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { ReadSubscription, StripeClient } from '../provider/stripe.client';
import { reconcileSubscription } from './provider-event.decider';
import type { SubscriptionState } from './subscription.decider';
import type { SubscriptionFact } from './subscription.events';
import { billingStream } from './subscription.stream';

interface ReconcileAsReadDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly payments: Pick<StripeClient, 'readSubscription'>;
}

// As many may be told of one organization at once: each round lets at least one of them through.
const readsAtMost = 10;

/**
 * Reads a subscription from the provider and appends what differs; reads it again where anything was written of the organization meanwhile, as that may come
 * of a newer read. Null for one that the provider does not have. Throws `Rejected('service_unavailable')` when it cannot be read.
 */
export async function reconcileAsRead(
  { streams, payments }: ReconcileAsReadDeps,
  organizationId: string,
  subscriptionId: string,
  origin: Origin,
): Promise<{ readonly read: ReadSubscription; readonly facts: readonly SubscriptionFact[] } | null> {
  for (let reads = 1; reads <= readsAtMost; reads++) {
    const { revision } = await streams.load(billingStream, organizationId);
    const read = await payments.readSubscription(subscriptionId);
    if (!read) return null;
    try {
      const asItStood = { expectedRevision: revision };
      const decide = (state: SubscriptionState) => reconcileSubscription(read, state);
      return { read, facts: (await streams.decide(billingStream, organizationId, origin, decide, asItStood)).facts };
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
    }
  }
  throw new Rejected('service_unavailable', 'The subscription changes all the time');
}
