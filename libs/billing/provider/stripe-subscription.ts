import type Stripe from 'stripe';
import { plans, type Plan } from '../subscription/plans';
import type { ReportedSubscription } from '../subscription/provider-subscription.policy';
import type { BillingCycle, ProviderStatus } from '../subscription/subscription.events';

const statuses: Readonly<Record<ProviderStatus, true>> = {
  incomplete: true,
  incomplete_expired: true,
  trialing: true,
  active: true,
  past_due: true,
  unpaid: true,
  paused: true,
  canceled: true,
};

/** The key under which the provider lists a plan's price: `<plan>_<monthly|annual>`. */
export const lookupKeyOf = (plan: Plan, cycle: BillingCycle): string => `${plan}_${cycle}`;

/** What Stripe's object says of a subscription of ours; null for one of another product, or of a shape that we do not know. */
export function fromStripeSubscription(object: Stripe.Subscription): ReportedSubscription | null {
  const item = object.items?.data?.[0];
  const plan = planOf(item?.price?.lookup_key);
  if (!isObjectId(object.id) || !plan || !isProviderStatus(object.status)) return null;
  const periodEnd = momentOf(item?.current_period_end);
  return {
    subscriptionId: object.id,
    plan,
    providerStatus: object.status,
    billingCycle: item?.price.recurring?.interval === 'year' ? 'annual' : 'monthly',
    periodStart: momentOf(item?.current_period_start),
    periodEnd,
    cancelAt: momentOf(object.cancel_at) ?? (object.cancel_at_period_end ? periodEnd : null),
    trialEnd: momentOf(object.trial_end),
    subscribedAt: momentOf(object.created) ?? new Date(0).toISOString(),
  };
}

/** The id of an object that Stripe gives as an id or in full. */
export const idOf = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference;
  const id = (reference as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
};

function planOf(lookupKey: string | null | undefined): Plan | null {
  const name = lookupKey?.split('_')[0];
  return name !== undefined && Object.hasOwn(plans, name) ? (name as Plan) : null;
}

const isProviderStatus = (status: string): status is ProviderStatus => Object.hasOwn(statuses, status);

/** Letters, digits and `_`, as all ids of the provider. */
const isObjectId = (id: unknown): boolean => typeof id === 'string' && /^\w{1,255}$/.test(id);

const lastMoment = Date.UTC(9999, 11, 31) / 1000;

/** A moment of the years 1970 to 9999; null for none, and for what is no number of seconds. */
export const momentOf = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(Math.min(Math.max(Math.floor(seconds), 0), lastMoment) * 1000).toISOString() : null;
