import type { Cycle, LifeStep, SubscriptionRow } from './subscription-life.policy';

export interface CustomerRow {
  readonly id: string;
  readonly created: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Below 0: a credit for the next invoices. */
  readonly balance?: number;
  /** Only its id is shown any more, and it takes part in nothing. */
  readonly isDeleted?: boolean;
}

export interface CheckoutRow {
  readonly id: string;
  readonly customer: string;
  readonly workspaceId: string;
  readonly price: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly created: number;
  readonly subscription: string | null;
  /** Ended before anything was bought. */
  readonly isExpired?: boolean;
}

export interface PortalRow {
  readonly id: string;
  readonly customer: string;
  readonly returnUrl: string;
  readonly created: number;
  /** A change that only has to be confirmed. */
  readonly flow: { readonly subscription: string; readonly price: string; readonly successUrl: string } | null;
}

export interface InvoiceRow {
  readonly id: string;
  readonly charge: string;
  readonly customer: string;
  readonly subscription: string;
  readonly amount: number;
  readonly refunded: number;
  readonly created: number;
}

export const currency = 'usd';
const monthly: Readonly<Record<string, number>> = { playground: 0, starter: 1_900, growth: 4_900, pro: 14_900, enterprise: 0 };

export const pricedPlans = Object.keys(monthly);
export const soldPlans = ['starter', 'growth', 'pro'];
export const cycles: readonly Cycle[] = ['monthly', 'annual'];

export interface PriceRow {
  readonly id: string;
  readonly plan: string;
  readonly cycle: Cycle;
  readonly amount: number;
}

/** The provider's own list of prices. */
export const prices: readonly PriceRow[] = pricedPlans.flatMap((plan) =>
  cycles.map((cycle) => ({
    id: `price_${plan}_${cycle}`,
    plan,
    cycle,
    amount: ((Object.hasOwn(monthly, plan) && monthly[plan]) || 0) * (cycle === 'annual' ? 10 : 1),
  })),
);

export const priceOf = (plan: string, cycle: Cycle): PriceRow | undefined =>
  prices.find((price) => price.plan === plan && price.cycle === cycle);

export const priceObject = ({ id, plan, cycle, amount }: PriceRow) => ({
  id,
  object: 'price',
  active: true,
  currency,
  lookup_key: `${plan}_${cycle}`,
  product: `prod_${plan}`,
  type: 'recurring',
  recurring: { interval: cycle === 'annual' ? 'year' : 'month', interval_count: 1 },
  unit_amount: amount,
});

const openSeconds = 24 * 3_600;

/** Whether something can be bought on the page, was, or can no more. */
export const statusOfCheckout = ({ subscription, isExpired, created }: CheckoutRow, now: number): 'open' | 'complete' | 'expired' =>
  subscription !== null ? 'complete' : isExpired || created + openSeconds <= now ? 'expired' : 'open';

export const customerObject = ({ id, created, name, email, metadata, balance = 0 }: CustomerRow) => ({
  id,
  object: 'customer',
  created,
  name,
  email,
  metadata,
  balance,
  livemode: false,
});

const addOnItem = ({ id, periodStart, periodEnd }: SubscriptionRow) => ({
  id: `si_addon_${id.slice(4)}`,
  object: 'subscription_item',
  quantity: 1,
  subscription: id,
  current_period_start: periodStart,
  current_period_end: periodEnd,
  price: { id: 'price_support', object: 'price', active: true, currency, lookup_key: null, type: 'recurring', unit_amount: 900 },
});

export function subscriptionObject(row: SubscriptionRow) {
  const price = priceOf(row.plan, row.billingCycle);
  const item = {
    id: `si_${row.id.slice(4)}`,
    object: 'subscription_item',
    quantity: 1,
    subscription: row.id,
    current_period_start: row.periodStart,
    current_period_end: row.periodEnd,
    price: price ? priceObject(price) : null,
  };
  return {
    id: row.id,
    object: 'subscription',
    customer: row.customer,
    created: row.created,
    start_date: row.created,
    status: row.status,
    currency,
    cancel_at: row.cancelAt,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    canceled_at: row.endedAt ?? row.canceledAt ?? null,
    ended_at: row.endedAt,
    trial_end: row.trialEnd,
    metadata: { workspace_id: row.workspaceId },
    items: { object: 'list', data: row.hasAddOn ? [addOnItem(row), item] : [item], has_more: false },
    livemode: false,
  };
}

export const invoiceObject = ({ id, charge, customer, subscription, amount, created }: InvoiceRow) => ({
  id,
  object: 'invoice',
  customer,
  created,
  currency,
  charge,
  status: 'paid',
  amount_paid: amount,
  total: amount,
  parent: { type: 'subscription_details', subscription_details: { subscription } },
});

export const chargeObject = ({ charge, customer, amount, refunded, created, id }: InvoiceRow) => ({
  id: charge,
  object: 'charge',
  customer,
  created,
  currency,
  amount,
  amount_refunded: refunded,
  invoice: id,
  refunded: refunded === amount,
  status: 'succeeded',
});

export const eventObject = (id: string, type: string, created: number, object: object) => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created,
  livemode: false,
  pending_webhooks: 1,
  type,
  data: { object },
});

/** The provider's event about a step of a subscription's life. */
export const subscriptionEvent = (id: string, { row, event, at }: LifeStep) =>
  eventObject(id, `customer.subscription.${event}`, at, subscriptionObject(row));
