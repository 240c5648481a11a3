import { type Streams, type Origin, WrongRevision } from '@pps/event-store';
import type { StripeClient, ReadSubscription } from '../provider/stripe.client';
import { applyProviderEvent, isAmbiguous, type ProviderEvent, reconcileSubscription } from './provider-event.decider';
import type { SeenSubscription } from './provider-subscription.policy';
import { type SubscriptionState, billingStream } from './subscription.stream';
import { Rejected } from '@pps/kernel';
import type { SubscriptionFact } from './subscription.events';

interface ApplyReportedSubscriptionDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  /** Null: two updates of one second hold in the order of their arrival. */
  readonly payments: Pick<StripeClient, 'readSubscription'> | null;
}

/**
 * Applies an event of the payment provider, once and in the right sense; where its time does not say whether it is the newest, the subscription is read
 * instead. False when it is of no plan and not known. Throws `Rejected('service_unavailable')` when it cannot be read: the provider sends the event again.
 */
export async function applyReportedSubscription(
  { streams, payments }: ApplyReportedSubscriptionDeps,
  organizationId: string,
  event: ProviderEvent,
  origin: Origin,
): Promise<boolean> {
  let [unclear, isFollowed] = [false, true];
  await streams.decide(billingStream, organizationId, origin, (state) => {
    isFollowed = isFollowedIn(state, event.subscription);
    unclear = payments !== null && isAmbiguous(event, state);
    return unclear ? [] : applyProviderEvent(event, state);
  });
  if (!unclear || !payments) return isFollowed;
  if (await reconcileAsRead({ streams, payments }, organizationId, event.subscription.subscriptionId, origin)) return true;
  await streams.decide(billingStream, organizationId, origin, (state) => applyProviderEvent(event, state));
  return true;
}

const isFollowedIn = (state: SubscriptionState, { plan, subscriptionId }: SeenSubscription): boolean =>
  plan !== null || (state.kind !== 'none' && state.subscriptions.some((each) => each.subscriptionId === subscriptionId));

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
