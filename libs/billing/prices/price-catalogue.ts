import type { Plan } from '../subscription/plans';
import type { BillingCycle } from '../subscription/subscription.events';

export interface Price {
  /** The smallest units of the currency, for one cycle. */
  readonly unitAmount: number;
  readonly display: string;
}

export interface PriceCatalogue {
  /** Goes up by one with each change. */
  readonly version: number;
  /** When these prices began to hold. */
  readonly refreshedAt: string;
  /** ISO 4217, lower-case. */
  readonly currency: string;
  readonly prices: Readonly<Record<Plan, Readonly<Record<BillingCycle, Price>>>>;
}

const free: Price = { unitAmount: 0, display: '$0' };
/** Agreed with each customer. */
const custom: Price = { unitAmount: 0, display: 'Custom' };
const dollars = (amount: number): Price => ({ unitAmount: amount * 100, display: `$${amount.toLocaleString('en')}` });
/** A year costs ten months. */
const paid = (monthly: number) => ({ monthly: dollars(monthly), annual: dollars(monthly * 10) });

/** What each plan costs, for each cycle; the provider lists the same under the lookup keys `<plan>_<monthly|annual>`. A change moves `refreshedAt`. */
export const priceCatalogue: PriceCatalogue = {
  version: 1,
  refreshedAt: '2026-11-22T00:00:00.000Z',
  currency: 'usd',
  prices: {
    playground: { monthly: free, annual: free },
    starter: paid(19),
    growth: paid(49),
    pro: paid(149),
    enterprise: { monthly: custom, annual: custom },
  },
};
