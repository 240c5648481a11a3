import type { Streams, Origin } from '@pps/event-store';
import type { StripeClient } from '../provider/stripe.client';
import { applyProviderEvent, isAmbiguous, type ProviderEvent } from './provider-event.decider';
import type { SeenSubscription } from './provider-subscription.policy';
import { reconcileAsRead } from './reconcile-as-read';
import type { SubscriptionState } from './subscription.decider';
import { billingStream } from './subscription.stream';

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
