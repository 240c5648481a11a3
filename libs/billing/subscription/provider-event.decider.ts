import type { Plan } from './plans';
import type { Subscription, SubscriptionState } from './subscription.decider';
import type { BillingCycle, BillingStatus, ProviderEventKind, SubscriptionFact } from './subscription.events';

/** What the payment provider says a subscription is, as of a moment. */
export interface ProviderEvent {
  readonly eventId: string;
  readonly occurredAt: string;
  readonly kind: ProviderEventKind;
  readonly plan: Plan;
  readonly status: BillingStatus;
  readonly billingCycle: BillingCycle | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly cancelAt: string | null;
}

const order: readonly ProviderEventKind[] = ['created', 'updated', 'deleted'];

/** Applies each event once; one that is older than what was applied last changes nothing, whatever the order of arrival. */
export function applyProviderEvent(event: ProviderEvent, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.providerEventIds.includes(event.eventId)) return [];
  if (isOvertaken(event, state)) return [];
  const { eventId, occurredAt, kind, plan, status, billingCycle, periodStart, periodEnd, cancelAt } = event;
  const applied = { eventId, occurredAt, kind, provider: 'stripe' as const, billingCycle, periodStart, periodEnd, cancelAt };
  return [
    { type: 'ProviderEventApplied', data: applied },
    ...(state.plan === plan ? [] : [{ type: 'PlanChanged' as const, data: { plan, changedAt: occurredAt } }]),
    ...(state.status === status ? [] : [{ type: 'BillingStatusChanged' as const, data: { status, changedAt: occurredAt } }]),
  ];
}

/** The provider's times are whole seconds: within one, a subscription is created before it is updated, and updated before it is deleted. */
function isOvertaken({ occurredAt, kind }: ProviderEvent, { providerEventAt, providerEventKind }: Subscription): boolean {
  if (providerEventAt === null || occurredAt > providerEventAt) return false;
  return occurredAt < providerEventAt || (providerEventKind !== null && order.indexOf(kind) < order.indexOf(providerEventKind));
}

/** Changes what an operator sets by hand; silent when nothing changes. */
export function setSubscription(
  command: { readonly plan?: Plan; readonly status?: BillingStatus; readonly at: string },
  state: SubscriptionState,
): readonly SubscriptionFact[] {
  if (state.kind === 'none') return [];
  const { plan, status, at } = command;
  return [
    ...(plan === undefined || plan === state.plan ? [] : [{ type: 'PlanChanged' as const, data: { plan, changedAt: at } }]),
    ...(status === undefined || status === state.status
      ? []
      : [{ type: 'BillingStatusChanged' as const, data: { status, changedAt: at } }]),
  ];
}
