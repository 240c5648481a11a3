import type Stripe from 'stripe';
import { plans, type Plan } from '../subscription/plans';
import type { SeenSubscription } from '../subscription/provider-subscription.policy';
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

/**
 * What Stripe's object says of a subscription, in the shape of this version of its interface or of an older one; null where it has no id or a status that we
 * do not know. Of its items the one that is a plan counts; where none is, what all of them say alike.
 */
export function fromStripeSubscription(object: Stripe.Subscription): SeenSubscription | null {
  const items = itemsOf(object);
  const ofPlan = items.find((item) => planOf(item) !== null);
  if (!isObjectId(object.id) || !isProviderStatus(object.status)) return null;
  const counted = ofPlan ? [ofPlan] : items;
  const period = (bound: 'current_period_start' | 'current_period_end'): string | null =>
    momentOf(saidAlike(counted.map((item) => item[bound]))) ?? momentOf((object as OlderSubscription)[bound]);
  const periodEnd = period('current_period_end');
  const endsWithPeriod = object.cancel_at_period_end === true;
  return {
    subscriptionId: object.id,
    plan: ofPlan ? planOf(ofPlan) : null,
    providerStatus: object.status,
    billingCycle: cycleOf(saidAlike(counted.map(intervalOf))),
    periodStart: period('current_period_start'),
    periodEnd,
    cancelAt: momentOf(object.cancel_at) ?? (endsWithPeriod ? periodEnd : null),
    endsWithPeriod,
    trialEnd: momentOf(object.trial_end),
    subscribedAt: momentOf(object.created) ?? new Date(0).toISOString(),
    priceIds: items
      .map((item) => priceOf(item)?.id)
      .filter(isObjectId)
      .slice(0, 10),
  };
}

/** The item whose price is the plan's; where no price is, the only one that there is. Null when it cannot be told apart from an add-on. */
export function planItemOf(object: Stripe.Subscription): string | null {
  const items = itemsOf(object);
  const item = items.find((each) => planOf(each) !== null) ?? (items.length === 1 ? items[0] : undefined);
  return item?.id ?? null;
}

/** Until the version of March 2025 periods were the subscription's; before prices there were only plans. */
type OlderSubscription = { readonly [bound in 'current_period_start' | 'current_period_end']?: number };
type Item = Stripe.SubscriptionItem;

const itemsOf = ({ items }: Stripe.Subscription): readonly Item[] => {
  const data: unknown = items?.data;
  return Array.isArray(data) ? data.filter((item) => typeof item === 'object' && item !== null) : [];
};

const priceOf = ({ price, plan }: Item): { readonly id?: unknown; readonly lookup_key?: unknown } | null => price ?? plan ?? null;

const intervalOf = ({ price, plan }: Item): unknown => price?.recurring?.interval ?? plan?.interval;

const saidAlike = <Word>([first, ...others]: readonly Word[]): Word | undefined =>
  others.every((each) => each === first) ? first : undefined;

const cycleOf = (interval: unknown): BillingCycle | null => (interval === 'year' ? 'annual' : interval === 'month' ? 'monthly' : null);

/** The id of an object that Stripe gives as an id or in full. */
export const referencedId = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference;
  const id = (reference as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
};

function planOf(item: Item): Plan | null {
  const [, name] = planKey.exec(String(priceOf(item)?.lookup_key)) ?? [];
  return name !== undefined && Object.hasOwn(plans, name) ? (name as Plan) : null;
}

const planKey = /^([a-z]+)_(?:monthly|annual)$/;

const isProviderStatus = (status: string): status is ProviderStatus => Object.hasOwn(statuses, status);

const isObjectId = (id: unknown): id is string => typeof id === 'string' && /^\w{1,255}$/.test(id);

const lastMoment = Date.UTC(9999, 11, 31) / 1000;

/** A moment of the years 1970 to 9999; null for none, and for what is no number of seconds. */
export const momentOf = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(Math.min(Math.max(Math.floor(seconds), 0), lastMoment) * 1000).toISOString() : null;
