import Stripe from 'stripe';
import type { EndWithdrawalSettled } from '../subscription/subscription.events';
import { isMissing } from './open-stripe';

/** The provider's times are whole seconds, and the purchase itself may count as the newest request. */
const sameMomentMs = 5_000;

/**
 * Takes an end back that has not come yet, unless the customer asked for it after `boughtAt`; `refused` when the provider does not do so. A repeat
 * under the same key changes nothing more. Throws what the SDK throws when the provider does not answer.
 */
export async function withdrawEnd(
  { subscriptions }: Pick<Stripe, 'subscriptions'>,
  subscriptionId: string,
  boughtAt: string,
  key: string,
): Promise<EndWithdrawalSettled['data']['outcome']> {
  try {
    let latest: Stripe.Subscription = await subscriptions.retrieve(subscriptionId);
    if (!isPendingEnd(latest)) return 'nothing_pending';
    if ((latest.canceled_at ?? 0) * 1_000 > Date.parse(boughtAt) + sameMomentMs) return 'canceled_again';
    // An end with the period and one on a date are taken back by calls of their own.
    if (latest.cancel_at_period_end) {
      latest = await subscriptions.update(subscriptionId, { cancel_at_period_end: false }, { idempotencyKey: `${key}_period` });
    }
    if (latest.cancel_at !== null) await subscriptions.update(subscriptionId, { cancel_at: '' }, { idempotencyKey: `${key}_date` });
    return 'withdrawn';
  } catch (error) {
    if (isMissing(error)) return 'nothing_pending';
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'refused';
    throw error;
  }
}

const isPendingEnd = ({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired' && (cancel_at_period_end || cancel_at !== null);
