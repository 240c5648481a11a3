import { billingStream } from '@pps/billing/events';
import type { OrganizationProfile } from '@pps/workspaces';
import type { Organization } from '@pps/workspaces/events';
import type { RecordDeps } from './person-record';

/** What is stored of the organization: its data for invoices and its subscription. */
export async function organizationRecord({ streams, vault }: RecordDeps, { organizationId, profileRef, registeredAt }: Organization) {
  const [profile, { state: subscription }] = await Promise.all([
    vault.get<OrganizationProfile>(profileRef),
    streams.load(billingStream, organizationId),
  ]);
  const known = subscription.kind === 'none' ? null : subscription;
  return {
    id: organizationId,
    registered_at: registeredAt,
    ...profile,
    plan: known?.plan ?? null,
    billing_status: known?.status ?? null,
    billing_status_since: known?.statusSince ?? null,
    own_limits: known?.ownLimits ?? {},
    customer_at_payment_provider: known?.customerId ?? null,
    payment_terms: known?.provider ?? null,
  };
}
