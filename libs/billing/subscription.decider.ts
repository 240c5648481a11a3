import type { Decider } from '@pps/kernel';
import type { Plan } from './plans';
import type { BillingStatus, SubscriptionFact, SubscriptionStarted } from './subscription.events';

export interface Subscription {
  readonly kind: 'started';
  readonly organizationId: string;
  readonly plan: Plan;
  readonly status: BillingStatus;
}

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
    return { kind: 'started', organizationId, plan, status };
  }
  if (state.kind === 'none') return state;
  return fact.type === 'PlanChanged' ? { ...state, plan: fact.data.plan } : { ...state, status: fact.data.status };
}
