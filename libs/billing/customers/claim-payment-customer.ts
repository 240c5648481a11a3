import type { Streams, Origin } from '@pps/event-store';
import { assignCustomer, billingStream } from '../subscription/subscription.stream';
import { claimCustomer, customerStream } from './customer.stream';

/** Makes the customer the organization's, unless it has one, and says which it has. Null when the customer is another's, or the organization has no plan. The first wins. */
export async function claimPaymentCustomer(
  streams: Pick<Streams, 'decide'>,
  { organizationId, projectId, customerId }: { readonly organizationId: string; readonly projectId: string; readonly customerId: string },
  origin: Origin,
): Promise<string | null> {
  const at = origin.occurredAt;
  const claim = { organizationId, projectId, claimedAt: at };
  const { state: owner } = await streams.decide(customerStream, customerId, origin, (state) => claimCustomer(claim, state));
  if (owner.kind === 'none' || owner.organizationId !== organizationId) return null;
  const assigned = { provider: 'stripe' as const, customerId, assignedAt: at };
  const { state } = await streams.decide(billingStream, organizationId, origin, (known) => assignCustomer(assigned, known));
  return state.kind === 'none' ? null : state.customerId;
}
