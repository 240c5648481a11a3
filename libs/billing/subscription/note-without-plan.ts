import type { SeenSubscription } from './provider-subscription.policy';

/** Says to operators that none of a subscription's prices is called as a plan's is. */
export function noteWithoutPlan(
  log: (message: string, fields: object) => void,
  organizationId: string,
  { subscriptionId, priceIds }: Pick<SeenSubscription, 'subscriptionId' | 'priceIds'>,
) {
  const noted = { organizationId, subscriptionId, priceIds };
  log('no price of a subscription is a plan: give the price its lookup key at the payment provider', noted);
  return noted;
}
