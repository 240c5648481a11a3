import { plans, type Plan, type ProviderEvent } from '@pps/billing';
import type { BillingStatus, ProviderEventKind } from '@pps/billing/events';
import type Stripe from 'stripe';

export interface StripeSubscription {
  /** Of the production project that the subscription was bought for. */
  readonly workspaceId: string;
  readonly event: ProviderEvent;
}

const kinds: Readonly<Record<string, ProviderEventKind>> = {
  'customer.subscription.created': 'created',
  'customer.subscription.updated': 'updated',
  'customer.subscription.deleted': 'deleted',
};

const statuses: Readonly<Partial<Record<Stripe.Subscription.Status, BillingStatus>>> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'canceled',
  incomplete: 'unpaid',
  incomplete_expired: 'canceled',
  paused: 'unpaid',
};

/** What a Stripe event says of a subscription of ours; null for any other event. A price's lookup key is `<plan>_<monthly|annual>`. */
export function subscriptionOfStripeEvent({ id, type, created, data }: Stripe.Event): StripeSubscription | null {
  const kind = kinds[type];
  if (!kind) return null;
  const subscription = data.object as Stripe.Subscription;
  const item = subscription.items?.data[0];
  const workspaceId = subscription.metadata?.['workspace_id'];
  const plan = planOf(item?.price.lookup_key);
  const status = kind === 'deleted' ? 'canceled' : statuses[subscription.status];
  if (!workspaceId || !plan || !status) return null;
  const event = {
    eventId: id,
    occurredAt: momentOf(created) ?? new Date(0).toISOString(),
    kind,
    plan,
    status,
    billingCycle: item?.price.recurring?.interval === 'year' ? ('annual' as const) : ('monthly' as const),
    periodStart: momentOf(item?.current_period_start),
    periodEnd: momentOf(item?.current_period_end),
    cancelAt: momentOf(subscription.cancel_at),
  };
  return { workspaceId, event };
}

function planOf(lookupKey: string | null | undefined): Plan | null {
  const name = lookupKey?.split('_')[0];
  return name !== undefined && name in plans ? (name as Plan) : null;
}

const lastMoment = Date.UTC(9999, 11, 31) / 1000;

/** A moment of the years 1970 to 9999; null for none, and for what is no number of seconds. */
const momentOf = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(Math.min(Math.max(seconds, 0), lastMoment) * 1000).toISOString() : null;
