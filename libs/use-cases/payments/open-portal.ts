import { billingStream } from '@pps/billing/events';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { paymentCustomer, requireProduction, type PaymentDeps } from './payment-customer';

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
