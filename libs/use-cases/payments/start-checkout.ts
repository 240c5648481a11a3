import {
  begunBefore,
  isCheckoutSession,
  isLive,
  lookupKeyOf,
  priceCatalogue,
  priceFault,
  standingOf,
  noteClosedCheckout,
  reconcileSubscriptions,
  type Plan,
  type StartedSession,
  type StripeClient,
} from '@pps/billing';
import { billingStream, type BillingCycle, type SubscriptionState, type Subscription } from '@pps/billing/events';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { paymentCustomer, requireProduction, type PaymentDeps } from './payment-customer';

export interface CheckoutOrder {
  readonly plan: Plan;
  readonly billingCycle: BillingCycle;
}

/**
 * Where the plan can be bought. So that nobody pays for two, pages that were begun before are closed, also those of the same moment, and who pays for a
 * subscription already is led to its change. Throws `Rejected`: `sandbox_not_supported`, `service_unavailable` when the provider does not answer or has another price than the catalogue.
 */
export async function startCheckout(deps: PaymentDeps, caller: Principal, order: CheckoutOrder): Promise<string> {
  requireProduction(caller);
  const payments = deps.payments.requireClient();
  const priceId = await priceOf(deps, payments, order);
  const customerId = await paymentCustomer(deps, payments, caller);
  const organization = { caller, customerId };
  await closeCheckouts(deps, payments, organization, (open) => open);
  const { state } = await deps.streams.load(billingStream, caller.organizationId);
  const { sessionId, url } = await openSession(deps, payments, { ...order, customerId, priceId, workspaceId: caller.projectId }, state);
  const at = deps.clock();
  const data = { sessionId, plan: order.plan, billingCycle: order.billingCycle, startedAt: at.toISOString() };
  await deps.streams.decide(billingStream, caller.organizationId, originOfPrincipal(caller, at), (known) =>
    known.kind === 'none' ? [] : [{ type: 'CheckoutStarted' as const, data }],
  );
  if (!isCheckoutSession(sessionId)) return url;
  await closeCheckouts(deps, payments, organization, (open) => begunBefore(sessionId, open));
  const { state: latest } = await deps.streams.load(billingStream, caller.organizationId);
  // One of the same moment was paid already: the answer to who pays is another.
  return payingIn(latest) ? startCheckout(deps, caller, order) : url;
}

async function priceOf(deps: PaymentDeps, payments: StripeClient, { plan, billingCycle }: CheckoutOrder): Promise<string> {
  const found = (await payments.findPrices([[plan, billingCycle]])).get(lookupKeyOf(plan, billingCycle));
  const fault = priceFault(priceCatalogue, plan, billingCycle, found);
  if (fault === null && found) return found.priceId;
  deps.log('the payment provider has another price than the catalogue', { fault });
  throw new Rejected(
    'service_unavailable',
    'This plan cannot be bought at the moment',
    {},
    { remediation: 'Choose another plan or billing cycle, or try again later.' },
  );
}

function openSession(
  { appUrl }: PaymentDeps,
  payments: StripeClient,
  order: CheckoutOrder & { readonly customerId: string; readonly priceId: string; readonly workspaceId: string },
  state: SubscriptionState,
): Promise<StartedSession> {
  const { customerId, priceId, workspaceId, plan, billingCycle } = order;
  const [successUrl, cancelUrl] = [`${appUrl}/billing/success`, `${appUrl}/billing/canceled`];
  const paying = payingIn(state);
  if (!paying) return payments.startCheckout({ customerId, priceId, workspaceId, successUrl, cancelUrl });
  // The provider does not change a subscription to what it is.
  if (paying.plan === plan && paying.billingCycle === billingCycle) return payments.openPortal(customerId, `${appUrl}/billing`);
  return payments.startChange({ customerId, subscriptionId: paying.subscriptionId, priceId, returnUrl: cancelUrl, successUrl });
}

/** The subscription that is paid for, or late, and decides the plan. */
function payingIn(state: SubscriptionState) {
  const standing = state.kind === 'none' ? null : standingOf(state.subscriptions);
  return standing && isLive(standing.subscription) ? standing.subscription : null;
}

/**
 * Where invoices, cards and subscriptions are managed. Throws `Rejected`: `sandbox_not_supported`, `service_unavailable` when the provider does
 * not answer.
 */
export async function openPortal(deps: PaymentDeps, caller: Principal): Promise<string> {
  requireProduction(caller);
  const payments = deps.payments.requireClient();
  const customerId = await paymentCustomer(deps, payments, caller);
  const { sessionId, url } = await payments.openPortal(customerId, `${deps.appUrl}/billing`);
  const at = deps.clock();
  const data = { sessionId, openedAt: at.toISOString() };
  await deps.streams.decide(billingStream, caller.organizationId, originOfPrincipal(caller, at), (known) =>
    known.kind === 'none' ? [] : [{ type: 'BillingPortalOpened' as const, data }],
  );
  return url;
}

type OpenCheckouts = Subscription['openCheckouts'];

/**
 * Closes the organization's open pages of the provider where a plan can be bought, those that `which` picks. Where one turns out to be paid, the
 * customer's subscriptions are read from the provider, so that the log knows of it before its event arrives. Throws
 * `Rejected('service_unavailable')` when the provider does not answer: a page may be open then.
 */
async function closeCheckouts(
  deps: PaymentDeps,
  payments: StripeClient,
  { caller, customerId }: { readonly caller: Principal; readonly customerId: string },
  which: (open: OpenCheckouts) => OpenCheckouts,
): Promise<void> {
  const { streams, clock, log } = deps;
  const { state } = await streams.load(billingStream, caller.organizationId);
  let isPaid = false;
  for (const { sessionId } of state.kind === 'none' ? [] : which(state.openCheckouts)) {
    const outcome = await payments.closeCheckout(sessionId);
    isPaid ||= outcome === 'completed';
    const at = clock();
    const closed = { sessionId, outcome, closedAt: at.toISOString() };
    await streams.decide(billingStream, caller.organizationId, originOfPrincipal(caller, at), (known) => noteClosedCheckout(closed, known));
  }
  if (isPaid) await reconcileSubscriptions({ streams, payments, clock, log }, { customerId });
}
