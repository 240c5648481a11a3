import { cleanOutsideText } from '@pps/kernel';
import type Stripe from 'stripe';
import { isCustomerId } from '../customers/customer.stream';
import type { ProviderEvent } from '../subscription/provider-event.decider';
import type { PaymentNoted } from '../subscription/subscription.events';
import { fromStripeSubscription, referencedId, momentOf } from './stripe-subscription';

export type PaymentEvent =
  | {
      readonly kind: 'subscription';
      readonly customerId: string;
      /** The production project that it was bought for, where the subscription says so. */
      readonly workspaceId: string | null;
      readonly event: ProviderEvent;
    }
  | {
      readonly kind: 'payment';
      /** Null where the event names only the charge. */
      readonly customerId: string | null;
      readonly chargeId: string | null;
      readonly note: PaymentNoted['data'];
    }
  | { readonly kind: 'customer_deleted'; readonly customerId: string; readonly occurredAt: string };

/** Null for an event that concerns nothing here. */
export function fromStripeEvent({ id, type, created, data }: Stripe.Event): PaymentEvent | null {
  const base = { id: cleanOutsideText(String(id), 255), occurredAt: momentOf(created) ?? new Date(0).toISOString() };
  const object: unknown = data?.object;
  if (typeof object !== 'object' || object === null) return null;
  if (type.startsWith('customer.subscription.')) return subscriptionEvent(base, type, object as Stripe.Subscription);
  if (type === 'customer.deleted') return customerDeleted(base, object as Stripe.Customer);
  if (type === 'charge.refunded') return refund(base, object as Stripe.Charge);
  if (type.startsWith('charge.dispute.')) return dispute(base, type, object as Stripe.Dispute);
  return null;
}

interface EventBase {
  readonly id: string;
  readonly occurredAt: string;
}

function subscriptionEvent({ id, occurredAt }: EventBase, type: string, object: Stripe.Subscription): PaymentEvent | null {
  const kind = type.endsWith('.created') ? 'created' : type.endsWith('.deleted') ? 'deleted' : 'updated';
  // Whatever its status is called: what is deleted has ended.
  const reported =
    fromStripeSubscription(object) ?? (kind === 'deleted' ? fromStripeSubscription({ ...object, status: 'canceled' }) : null);
  const customerId = referencedId(object.customer);
  if (!reported || !isCustomerId(customerId)) return null;
  const hasEnded = reported.providerStatus === 'canceled' || reported.providerStatus === 'incomplete_expired';
  const subscription = kind === 'deleted' && !hasEnded ? { ...reported, providerStatus: 'canceled' as const } : reported;
  const workspaceId = object.metadata?.['workspace_id'];
  const event = { eventId: id, occurredAt, kind, customerId, subscription } as const;
  return { kind: 'subscription', customerId, workspaceId: typeof workspaceId === 'string' ? workspaceId : null, event };
}

function customerDeleted({ occurredAt }: EventBase, { id }: Stripe.Customer): PaymentEvent | null {
  return isCustomerId(id) ? { kind: 'customer_deleted', customerId: id, occurredAt } : null;
}

function refund({ id, occurredAt }: EventBase, charge: Stripe.Charge): PaymentEvent {
  const amount = charge.amount_refunded;
  const money = moneyOf(charge.id, amount, charge.currency);
  const note = { eventId: id, kind: 'refunded', ...money, outcome: null, occurredAt } as const;
  return { kind: 'payment', customerId: referencedId(charge.customer), chargeId: referencedId(charge), note };
}

function dispute({ id, occurredAt }: EventBase, type: string, object: Stripe.Dispute): PaymentEvent {
  const kind = type === 'charge.dispute.closed' ? 'dispute_closed' : 'disputed';
  const outcome = cleanOutsideText(String(object.status), 40);
  const note = { eventId: id, kind, ...moneyOf(object.id, object.amount, object.currency), outcome, occurredAt } as const;
  return { kind: 'payment', customerId: null, chargeId: referencedId(object.charge), note };
}

const moneyOf = (objectId: unknown, amount: unknown, currency: unknown) => ({
  objectId: cleanOutsideText(String(objectId), 255),
  amount: Number.isSafeInteger(amount) ? Number(amount) : 0,
  currency: cleanOutsideText(String(currency), 3),
});
