import type { Plan } from '../subscription/plans';
import type { BillingCycle } from '../subscription/subscription.events';
import { lookupKeyOf } from '../provider/stripe-subscription';
import type { ProviderPrice } from '../provider/stripe.client';

export interface Price {
  /** The smallest units of the currency, for one cycle. */
  readonly unitAmount: number;
  readonly display: string;
}

interface PriceCatalogue {
  readonly version: number;
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

/** What can be bought without talking to anybody. */
export const plansForSale = ['starter', 'growth', 'pro'] as const satisfies readonly Plan[];

export const billingCycles = ['monthly', 'annual'] as const satisfies readonly BillingCycle[];

/** Every price that checkout sells. */
export const pricesForSale: readonly (readonly [Plan, BillingCycle])[] = plansForSale.flatMap((plan) =>
  billingCycles.map((cycle) => [plan, cycle] as const),
);

/** What is wrong with the catalogue itself, one sentence each. */
export function catalogueFaults({ version, refreshedAt, currency, prices }: PriceCatalogue): readonly string[] {
  const faults: string[] = [];
  if (!Number.isInteger(version) || version < 1) faults.push('the version is no whole number from 1');
  if (!isMoment(refreshedAt)) faults.push('refreshedAt is no time in UTC');
  if (!/^[a-z]{3}$/.test(currency)) faults.push('the currency is no ISO 4217 code in lower case');
  for (const [plan, cycles] of Object.entries(prices)) {
    for (const cycle of billingCycles) {
      const { unitAmount, display } = cycles[cycle];
      const isForSale = pricesForSale.some(([sold]) => sold === plan);
      if (!Number.isSafeInteger(unitAmount) || unitAmount < 0) faults.push(`${plan}, ${cycle}: the amount is no whole number`);
      if (isForSale !== unitAmount > 0) faults.push(`${plan}, ${cycle}: what is for sale costs something, and nothing else does`);
      if (display.trim() === '') faults.push(`${plan}, ${cycle}: nothing to show`);
    }
  }
  return faults;
}

/** How the provider's price differs from the catalogue's; null when it does not. */
export function priceFault(
  { currency, prices }: PriceCatalogue,
  plan: Plan,
  cycle: BillingCycle,
  found: ProviderPrice | undefined,
): string | null {
  const key = lookupKeyOf(plan, cycle);
  if (!found) return `the provider has no active price ${key}`;
  const { unitAmount } = prices[plan][cycle];
  if (found.unitAmount !== unitAmount) return `${key}: ${found.unitAmount} at the provider, ${unitAmount} in the catalogue`;
  if (found.currency !== currency) return `${key}: ${found.currency} at the provider, ${currency} in the catalogue`;
  const interval = cycle === 'annual' ? 'year' : 'month';
  return found.interval === interval ? null : `${key}: by ${found.interval} at the provider, by ${interval} in the catalogue`;
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && new Date(text).toJSON() === text;
