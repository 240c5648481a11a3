import { noteClosedCheckout, reconcileSubscriptions, type StripeClient } from '@pps/billing';
import { billingStream, type Subscription } from '@pps/billing/events';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { PaymentDeps } from './payment-customer';

type OpenCheckouts = Subscription['openCheckouts'];

/**
 * Closes the organization's open pages of the provider where a plan can be bought, those that `which` picks. Where one turns out to be paid, the
 * customer's subscriptions are read from the provider, so that the log knows of it before its event arrives. Throws
 * `Rejected('service_unavailable')` when the provider does not answer: a page may be open then.
 */
export async function closeCheckouts(
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
