import {
  applyReportedSubscription,
  cancelDuplicateSubscriptions,
  claimPaymentCustomer,
  notePayment,
  noteWithoutPlan,
  removeCustomer,
  type PaymentEvent,
  type ProviderEvent,
} from '@pps/billing';
import { billingStream, customerStream, isCustomerId } from '@pps/billing/events';
import type { Origin } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { organizationStream, projectStream } from '@pps/workspaces/events';
import type { PaymentDeps } from './payment-customer';

type TakenPaymentEvent = 'applied' | 'nothing_to_do' | 'unknown_customer' | 'sandbox_project';

interface Owner {
  readonly organizationId: string;
  readonly projectId: string;
}

/**
 * Applies what the payment provider reports of a customer that one of our organizations is. A customer that nobody is yet becomes the organization's
 * of the production project that its subscription names. Refusals are logged: sending such an event again would not help.
 */
export async function takePaymentEvent(deps: PaymentDeps, event: PaymentEvent): Promise<TakenPaymentEvent> {
  const found = await ownerOfEvent(deps, event);
  if (found === 'nothing_to_do') return found;
  const owner = typeof found !== 'string' && (await isForgotten(deps, found)) ? 'unknown_customer' : found;
  if (typeof owner === 'string') {
    deps.log('an event of the payment provider was refused', { reason: owner, customerId: event.customerId });
    return owner;
  }
  return applyEvent(deps, owner, event);
}

async function applyEvent(deps: PaymentDeps, owner: Owner, event: PaymentEvent): Promise<TakenPaymentEvent> {
  const { streams } = deps;
  switch (event.kind) {
    case 'subscription':
      return applySubscription(deps, owner, event.event, originOf(owner, event.event.occurredAt));
    case 'payment': {
      const origin = originOf(owner, event.note.occurredAt);
      await streams.decide(billingStream, owner.organizationId, origin, (state) => notePayment(event.note, state));
      return 'applied';
    }
    case 'customer_deleted': {
      const { customerId, occurredAt } = event;
      const removed = { customerId, reason: 'deleted' as const, removedAt: occurredAt };
      await streams.decide(billingStream, owner.organizationId, originOf(owner, occurredAt), (state) => removeCustomer(removed, state));
      return 'applied';
    }
  }
}

async function ownerOfEvent(deps: PaymentDeps, event: PaymentEvent): Promise<Owner | Exclude<TakenPaymentEvent, 'applied'>> {
  switch (event.kind) {
    case 'subscription':
      return ownerOfSubscription(deps, event);
    case 'payment':
      return ownerOfPayment(deps, event);
    case 'customer_deleted':
      return (await ownerOf(deps, event.customerId)) ?? 'nothing_to_do';
  }
}

async function applySubscription(deps: PaymentDeps, owner: Owner, event: ProviderEvent, origin: Origin): Promise<TakenPaymentEvent> {
  const { streams, clock, log } = deps;
  const payments = deps.payments.client;
  const isFollowed = await applyReportedSubscription({ streams, payments }, owner.organizationId, event, origin);
  if (event.subscription.plan === null) noteWithoutPlan(log, owner.organizationId, event.subscription);
  if (!isFollowed) return 'nothing_to_do';
  if (payments) await cancelDuplicateSubscriptions({ streams, payments, clock, log }, owner);
  return 'applied';
}

async function ownerOfSubscription(
  deps: PaymentDeps,
  { customerId, workspaceId, event }: Extract<PaymentEvent, { kind: 'subscription' }>,
): Promise<Owner | Exclude<TakenPaymentEvent, 'applied'>> {
  const named = workspaceId === null ? null : await projectOf(deps, workspaceId);
  if (named?.environment === 'sandbox') return 'sandbox_project';
  const known = await ownerOf(deps, customerId);
  if (known) return named !== null && named.organizationId !== known.organizationId ? 'unknown_customer' : known;
  // Of another product, of somebody who buys those alone.
  if (event.subscription.plan === null && !named) return 'nothing_to_do';
  if (!named) return 'unknown_customer';
  const { state } = await deps.live.get(billingStream, named.organizationId);
  if (state.kind === 'none' || (state.customerId !== null && state.customerId !== customerId)) return 'unknown_customer';
  const { organizationId, projectId } = named;
  if (event.subscription.plan === null) {
    noteWithoutPlan(deps.log, organizationId, event.subscription);
    return 'nothing_to_do';
  }
  const claimed = await claimPaymentCustomer(deps.streams, { organizationId, projectId, customerId }, originOf(named, event.occurredAt));
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
