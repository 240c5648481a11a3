import {
  applyReportedSubscription,
  cancelDuplicateSubscriptions,
  claimPaymentCustomer,
  notePayment,
  type PaymentEvent,
  type ProviderEvent,
} from '@pps/billing';
import { billingStream, customerStream, isCustomerId } from '@pps/billing/events';
import type { Origin } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { organizationStream, projectStream } from '@pps/workspaces/events';
import type { PaymentDeps } from './payment-customer';

export type TakenPaymentEvent = 'applied' | 'unknown_customer' | 'sandbox_project';

interface Owner {
  readonly organizationId: string;
  readonly projectId: string;
}

/**
 * Applies what the payment provider reports of a customer that one of our organizations is. A customer that nobody is yet becomes the organization's
 * of the production project that its subscription names. Refusals are logged: sending such an event again would not help.
 */
export async function takePaymentEvent(deps: PaymentDeps, event: PaymentEvent): Promise<TakenPaymentEvent> {
  const { runner } = deps;
  const found = event.kind === 'subscription' ? await ownerOfSubscription(deps, event) : await ownerOfPayment(deps, event);
  const owner = typeof found !== 'string' && (await isForgotten(deps, found)) ? 'unknown_customer' : found;
  if (typeof owner === 'string') {
    deps.log('an event of the payment provider was refused', { reason: owner, customerId: event.customerId });
    return owner;
  }
  const origin = originOf(owner, event.kind === 'subscription' ? event.event.occurredAt : event.note.occurredAt);
  if (event.kind === 'payment') await runner.run(billingStream, owner.organizationId, origin, (state) => notePayment(event.note, state));
  else await applySubscription(deps, owner, event.event, origin);
  return 'applied';
}

async function applySubscription(deps: PaymentDeps, owner: Owner, event: ProviderEvent, origin: Origin): Promise<void> {
  const { runner, clock, log } = deps;
  const payments = deps.payments.client;
  await applyReportedSubscription({ runner, payments }, owner.organizationId, event, origin);
  if (payments) await cancelDuplicateSubscriptions({ runner, payments, clock, log }, owner);
}

async function ownerOfSubscription(
  deps: PaymentDeps,
  { customerId, workspaceId, event }: Extract<PaymentEvent, { kind: 'subscription' }>,
): Promise<Owner | Exclude<TakenPaymentEvent, 'applied'>> {
  const named = workspaceId === null ? null : await projectOf(deps, workspaceId);
  if (named?.environment === 'sandbox') return 'sandbox_project';
  const known = await ownerOf(deps, customerId);
  if (known) return named !== null && named.organizationId !== known.organizationId ? 'unknown_customer' : known;
  if (!named) return 'unknown_customer';
  const { state } = await deps.live.get(billingStream, named.organizationId);
  if (state.kind === 'none' || (state.customerId !== null && state.customerId !== customerId)) return 'unknown_customer';
  const { organizationId, projectId } = named;
  const claimed = await claimPaymentCustomer(deps.runner, { organizationId, projectId, customerId }, originOf(named, event.occurredAt));
  return claimed === customerId ? { organizationId, projectId } : 'unknown_customer';
}

async function ownerOfPayment(
  deps: PaymentDeps,
  { customerId: named, chargeId }: Extract<PaymentEvent, { kind: 'payment' }>,
): Promise<Owner | 'unknown_customer'> {
  const customerId = named ?? (chargeId === null ? null : ((await deps.payments.client?.customerOfCharge(chargeId)) ?? null));
  return (isCustomerId(customerId) && (await ownerOf(deps, customerId))) || 'unknown_customer';
}

async function ownerOf({ live }: PaymentDeps, customerId: string): Promise<Owner | null> {
  const { state } = await live.get(customerStream, customerId);
  return state.kind === 'none' ? null : { organizationId: state.organizationId, projectId: state.projectId };
}

/** Its customer was deleted, or is about to be: what is still reported of it concerns nobody. */
async function isForgotten({ live }: PaymentDeps, { organizationId }: Owner): Promise<boolean> {
  const { state } = await live.get(organizationStream, organizationId);
  return state.kind === 'registered' && state.forgottenAt !== undefined;
}

async function projectOf({ live }: PaymentDeps, workspaceId: string) {
  if (!isUuid(workspaceId)) return null;
  const { state } = await live.get(projectStream, workspaceId.toLowerCase());
  return state.kind === 'none' ? null : state;
}

const originOf = ({ organizationId, projectId }: Owner, occurredAt: string) => ({
  organizationId,
  projectId,
  actor: { type: 'payment_provider' as const },
  occurredAt,
});
