import type { Plan } from './plans';
import type { ReportedSubscription } from './provider-subscription.policy';
import type { BillingCycle, CheckoutStarted, ProviderStatus } from './subscription.events';

/** Somebody was sent to the provider to buy a plan or to change to it. */
export interface BegunPurchase {
  readonly sessionId: string;
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
  readonly startedAt: string;
}

/** The provider's pages are closed after 24 hours by its own clock. */
const abandonedByThenMs = 25 * 3_600_000;

const mostRemembered = 20;

/** The purchases that may be paid still, after one more was begun; of one plan and cycle the newest stands for all. */
export function withPurchase(
  { sessionId, plan, billingCycle, startedAt }: CheckoutStarted['data'],
  before: readonly BegunPurchase[],
): readonly BegunPurchase[] {
  const since = Date.parse(startedAt) - abandonedByThenMs;
  const others = before.filter((each) => Date.parse(each.startedAt) > since && (each.plan !== plan || each.billingCycle !== billingCycle));
  return [...others, { sessionId, plan, billingCycle, startedAt }].slice(-mostRemembered);
}

/** Of what was begun that which a report shows to be paid: the subscription is from here on what was to be bought, and was not before. */
export function paidPurchase(
  report: ReportedSubscription,
  before: ReportedSubscription | undefined,
  begun: readonly BegunPurchase[],
): BegunPurchase | undefined {
  return begun.find((each) => isPaidAs(each, report) && !(before && isPaidAs(each, before)));
}

const isPaidAs = ({ plan, billingCycle }: BegunPurchase, reported: ReportedSubscription): boolean =>
  reported.plan === plan && reported.billingCycle === billingCycle && paidStatuses.includes(reported.providerStatus);

const paidStatuses: readonly ProviderStatus[] = ['active', 'trialing'];
