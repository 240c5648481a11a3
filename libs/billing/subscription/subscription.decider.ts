import type { Decider } from '@pps/kernel';
import { opened, type OpenCheckout } from './open-checkouts.policy';
import type { OwnLimits, Plan } from './plans';
import { namedReport, reportedSubscription, standingOf, withSubscription, type ProviderSubscription } from './provider-subscription.policy';
import type {
  BillingCycle,
  BillingStatus,
  CheckoutClosed,
  DuplicateSubscriptionFound,
  PaymentCustomerAssigned,
  ProviderEventApplied,
  SubscriptionFact,
  SubscriptionStarted,
} from './subscription.events';

/** What the subscription that decides the plan says of its time and price. */
export interface ProviderTerms {
  readonly provider: 'stripe';
  readonly billingCycle: BillingCycle | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly cancelAt: string | null;
  readonly trialEnd: string | null;
}

export interface Subscription {
  readonly kind: 'started';
  readonly organizationId: string;
  readonly plan: Plan;
  readonly status: BillingStatus;
  readonly statusSince: string;
  /** They hold while the plan is Enterprise. */
  readonly ownLimits: OwnLimits;
  /** Who set the plan last; null: it is the one that the organization began with. */
  readonly planDecidedBy: 'operator' | 'payment_provider' | null;
  /** The organization at the payment provider; null until it is known there. */
  readonly customerId: string | null;
  /** Null until the payment provider reports a subscription that was completed. */
  readonly provider: ProviderTerms | null;
  /** The customer's, those that have ended among them. */
  readonly subscriptions: readonly ProviderSubscription[];
  /** Pages where a plan can be bought still, in the order in which they were begun. */
  readonly openCheckouts: readonly OpenCheckout[];
  /** Ids of the newest subscriptions that were found to be a second one. */
  readonly duplicateIds: readonly string[];
  /** Of the newest report that did not name its subscription. */
  readonly unnamedReportAt: string | null;
  /** Ids of the newest events; older ones are refused by their time. */
  readonly providerEventIds: readonly string[];
}

const eventIdsRetained = 50;
const duplicatesRemembered = 100;

export type SubscriptionState = { readonly kind: 'none' } | Subscription;

export const subscription: Decider<SubscriptionState, SubscriptionFact> = { initial: { kind: 'none' }, evolve };

/** Silent when the organization has a subscription already. */
export function startSubscription(command: SubscriptionStarted['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  return state.kind === 'started' ? [] : [{ type: 'SubscriptionStarted', data: command }];
}

/** The first customer stays: silent when there is one. */
export function assignCustomer(command: PaymentCustomerAssigned['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  return state.kind === 'none' || state.customerId !== null ? [] : [{ type: 'PaymentCustomerAssigned', data: command }];
}

/** Silent when the page is known to be closed. */
export function noteClosedCheckout(command: CheckoutClosed['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  const isOpen = state.kind === 'started' && state.openCheckouts.some(({ sessionId }) => sessionId === command.sessionId);
  return isOpen ? [{ type: 'CheckoutClosed', data: command }] : [];
}

/** Silent when it was found before. */
export function noteDuplicate(command: DuplicateSubscriptionFound['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  const isNew = state.kind === 'started' && !state.duplicateIds.includes(command.subscriptionId);
  return isNew ? [{ type: 'DuplicateSubscriptionFound', data: command }] : [];
}

function evolve(state: SubscriptionState, fact: SubscriptionFact): SubscriptionState {
  if (fact.type === 'SubscriptionStarted') return started(fact.data);
  if (state.kind === 'none') return state;
  switch (fact.type) {
    case 'PlanChanged':
      return { ...state, plan: fact.data.plan, planDecidedBy: fact.data.decidedBy ?? state.planDecidedBy };
    case 'BillingStatusChanged':
      return { ...state, status: fact.data.status, statusSince: fact.data.changedAt };
    case 'OwnLimitsSet':
      return { ...state, ownLimits: fact.data.limits };
    case 'PaymentCustomerAssigned':
      return { ...state, customerId: fact.data.customerId };
    case 'CheckoutStarted':
      return { ...state, openCheckouts: opened(fact.data, state.openCheckouts) };
    case 'CheckoutClosed':
      return { ...state, openCheckouts: state.openCheckouts.filter(({ sessionId }) => sessionId !== fact.data.sessionId) };
    case 'DuplicateSubscriptionFound':
      return { ...state, duplicateIds: [...state.duplicateIds, fact.data.subscriptionId].slice(-duplicatesRemembered) };
    case 'BillingPortalOpened':
      return state;
    case 'PaymentNoted':
      return withEvent(state, fact.data.eventId);
    case 'ProviderEventApplied':
      return withEvent(applied(state, fact.data), fact.data.eventId);
  }
}

const started = ({ organizationId, plan, status, startedAt }: SubscriptionStarted['data']): Subscription => ({
  kind: 'started',
  organizationId,
  plan,
  status,
  statusSince: startedAt,
  ownLimits: {},
  planDecidedBy: null,
  customerId: null,
  provider: null,
  subscriptions: [],
  openCheckouts: [],
  duplicateIds: [],
  unnamedReportAt: null,
  providerEventIds: [],
});

function applied(state: Subscription, data: ProviderEventApplied['data']): Subscription {
  const named = namedReport(data);
  if (!named) return { ...state, provider: termsOf(data), unnamedReportAt: data.occurredAt };
  const subscriptions = withSubscription(state.subscriptions, reportedSubscription(named));
  const standing = standingOf(subscriptions);
  return { ...state, subscriptions, provider: standing ? termsOf(standing.subscription) : state.provider };
}

type ReportedTerms = Omit<ProviderTerms, 'provider' | 'trialEnd'> & { readonly trialEnd?: string | null };

const termsOf = ({ billingCycle, periodStart, periodEnd, cancelAt, trialEnd = null }: ReportedTerms): ProviderTerms => ({
  provider: 'stripe',
  billingCycle,
  periodStart,
  periodEnd,
  cancelAt,
  trialEnd,
});

const withEvent = (state: Subscription, eventId: string): Subscription => ({
  ...state,
  providerEventIds: [...state.providerEventIds, eventId].slice(-eventIdsRetained),
});
