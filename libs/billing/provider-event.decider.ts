import type { Plan } from './plans';
import type { SubscriptionState } from './subscription.decider';
import type { BillingCycle, BillingStatus, SubscriptionFact } from './subscription.events';

/** What the payment provider says a subscription is, as of a moment. */
export interface ProviderEvent {
  readonly eventId: string;
  readonly occurredAt: string;
  readonly plan: Plan;
  readonly status: BillingStatus;
  readonly billingCycle: BillingCycle | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly cancelAt: string | null;
}

/** Applies each event once; one that is older than what was applied last says nothing any more, whatever the order of arrival. */
export function applyProviderEvent(event: ProviderEvent, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.providerEventIds.includes(event.eventId)) return [];
  if (state.providerEventAt !== null && event.occurredAt < state.providerEventAt) return [];
  const { eventId, occurredAt, plan, status, billingCycle, periodStart, periodEnd, cancelAt } = event;
  const applied = { eventId, occurredAt, provider: 'stripe' as const, billingCycle, periodStart, periodEnd, cancelAt };
  return [
    { type: 'ProviderEventApplied', data: applied },
    ...(state.plan === plan ? [] : [{ type: 'PlanChanged' as const, data: { plan, changedAt: occurredAt } }]),
    ...(state.status === status ? [] : [{ type: 'BillingStatusChanged' as const, data: { status, changedAt: occurredAt } }]),
  ];
}

/** What an operator sets by hand; silent when nothing changes. */
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
