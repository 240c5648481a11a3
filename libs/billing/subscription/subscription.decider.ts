import type { Decider } from '@pps/kernel';
import type { Plan } from './plans';
import type { BillingStatus, ProviderEventApplied, ProviderEventKind, SubscriptionFact, SubscriptionStarted } from './subscription.events';

export interface Subscription {
  readonly kind: 'started';
  readonly organizationId: string;
  readonly plan: Plan;
  readonly status: BillingStatus;
  /** What the payment provider reported last; null until it reports anything. */
  readonly provider: Omit<ProviderEventApplied['data'], 'eventId' | 'occurredAt' | 'kind'> | null;
  readonly providerEventAt: string | null;
  readonly providerEventKind: ProviderEventKind | null;
  /** Ids of the newest events; older events are refused by their time. */
  readonly providerEventIds: readonly string[];
}

const eventIdsRetained = 50;

export type SubscriptionState = { readonly kind: 'none' } | Subscription;

export const subscription: Decider<SubscriptionState, SubscriptionFact> = { initial: { kind: 'none' }, evolve };

/** Silent when the organization has a subscription already. */
export function startSubscription(command: SubscriptionStarted['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  return state.kind === 'started' ? [] : [{ type: 'SubscriptionStarted', data: command }];
}

/** Whether pins and schedules may be created: a paid plan has to be paid for. */
export function mayPublish({ plan, status }: Pick<Subscription, 'plan' | 'status'>): boolean {
  return plan === 'playground' || status === 'active' || status === 'trialing';
}

function evolve(state: SubscriptionState, fact: SubscriptionFact): SubscriptionState {
  if (fact.type === 'SubscriptionStarted') {
    const { organizationId, plan, status } = fact.data;
    return {
      kind: 'started',
      organizationId,
      plan,
      status,
      provider: null,
      providerEventAt: null,
      providerEventKind: null,
      providerEventIds: [],
    };
  }
  if (state.kind === 'none') return state;
  switch (fact.type) {
    case 'PlanChanged':
      return { ...state, plan: fact.data.plan };
    case 'BillingStatusChanged':
      return { ...state, status: fact.data.status };
    case 'ProviderEventApplied': {
      const { eventId, occurredAt, kind, ...provider } = fact.data;
      const providerEventIds = [...state.providerEventIds, eventId].slice(-eventIdsRetained);
      return { ...state, provider, providerEventAt: occurredAt, providerEventKind: kind ?? null, providerEventIds };
    }
  }
}
