import type { CheckoutStarted, BillingCycle, ProviderStatus } from './subscription.events';
import type { Plan } from './plans';
import type { ReportedSubscription } from './provider-subscription.policy';

export interface OpenCheckout {
  readonly sessionId: string;
  readonly startedAt: string;
}

/** The provider closes a page by itself after 24 hours by its own clock. */
const closedAfterMs = 25 * 3_600_000;

/** More are open only while so many are begun at the same moment. */
const openRemembered = 100;
const begunRemembered = 20;

/** Whether the session is a page where a subscription is bought; the others are the portal's, which change one. */
export const isCheckoutSession = (sessionId: string): boolean => sessionId.startsWith('cs_');

/** The open pages after one more was begun. */
export function opened({ sessionId, startedAt }: CheckoutStarted['data'], before: readonly OpenCheckout[]): readonly OpenCheckout[] {
  const since = Date.parse(startedAt) - closedAfterMs;
  const open = before.filter((each) => Date.parse(each.startedAt) > since);
  return isCheckoutSession(sessionId) ? [...open, { sessionId, startedAt }].slice(-openRemembered) : open;
}

/** Of the open pages those that were begun before this one; none when it is not open itself. */
export function begunBefore(sessionId: string, open: readonly OpenCheckout[]): readonly OpenCheckout[] {
  return open.slice(
    0,
    Math.max(
      0,
      open.findIndex((each) => each.sessionId === sessionId),
    ),
  );
}

export interface BegunPurchase {
  readonly sessionId: string;
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
  readonly startedAt: string;
}

/** The purchases that may be paid still, after one more was begun; of one plan and cycle the newest stands for all. */
export function withPurchase(
  { sessionId, plan, billingCycle, startedAt }: CheckoutStarted['data'],
  before: readonly BegunPurchase[],
): readonly BegunPurchase[] {
  const since = Date.parse(startedAt) - closedAfterMs;
  const others = before.filter((each) => Date.parse(each.startedAt) > since && (each.plan !== plan || each.billingCycle !== billingCycle));
  return [...others, { sessionId, plan, billingCycle, startedAt }].slice(-begunRemembered);
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
