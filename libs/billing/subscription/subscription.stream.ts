import type { Decider } from '@pps/kernel';
import { paidPurchase, withPurchase, type BegunPurchase, opened, type OpenCheckout } from './checkouts.policy';
import type { OwnLimits, Plan } from './plans';
import { namedReport, reportedSubscription, standingOf, withSubscription, type ProviderSubscription } from './provider-subscription.policy';
import type {
  BillingCycle,
  BillingStatus,
  CheckoutClosed,
  DuplicateSubscriptionFound,
  EndWithdrawalSettled,
  PaymentCustomerAssigned,
  ProviderEventApplied,
  SubscriptionFact,
  SubscriptionStarted,
} from './subscription.events';
import type { StreamType } from '@pps/event-store';

interface ProviderTerms {
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
  /** The customer before, which the provider does not have any more. */
  readonly formerCustomerId: string | null;
  /** Null until the payment provider reports a subscription that was completed. */
  readonly provider: ProviderTerms | null;
  readonly subscriptions: readonly ProviderSubscription[];
  /** Pages where a plan can be bought still, in the order in which they were begun. */
  readonly openCheckouts: readonly OpenCheckout[];
  /** What was begun at checkout and is not paid yet, in the order in which it was begun. */
  readonly begunPurchases: readonly BegunPurchase[];
  /** Ends that are to be taken back at the provider still. */
  readonly endWithdrawals: readonly EndWithdrawal[];
  /** Ids of the newest subscriptions that were found to be a second one. */
  readonly duplicateIds: readonly string[];
  /** Of the newest report that did not name its subscription. */
  readonly unnamedReportAt: string | null;
  /** Ids of the newest events; older ones are refused by their time. */
  readonly providerEventIds: readonly string[];
}

type EndWithdrawal = Pick<EndWithdrawalSettled['data'], 'subscriptionId' | 'sessionId'>;

const eventIdsRetained = 50;
const duplicatesRemembered = 100;
const withdrawalsRemembered = 100;

export type SubscriptionState = { readonly kind: 'none' } | Subscription;

export const subscription: Decider<SubscriptionState, SubscriptionFact> = { initial: { kind: 'none' }, evolve };

/** Silent when the organization has a subscription already. */
export function decideSubscriptionStart(command: SubscriptionStarted['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  return state.kind === 'started' ? [] : [{ type: 'SubscriptionStarted', data: command }];
}

/** The first customer stays: silent when there is one. */
export function assignCustomer(command: PaymentCustomerAssigned['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  return state.kind === 'none' || state.customerId !== null ? [] : [{ type: 'PaymentCustomerAssigned', data: command }];
}

/** Silent when it was settled before. */
export function settleEndWithdrawal(command: EndWithdrawalSettled['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  const isPending = state.kind === 'started' && state.endWithdrawals.some(({ sessionId }) => sessionId === command.sessionId);
  return isPending ? [{ type: 'EndWithdrawalSettled', data: command }] : [];
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
    case 'PaymentCustomerRemoved':
      return { ...state, customerId: null, formerCustomerId: fact.data.customerId };
    case 'EndWithdrawalRequested': {
      const { subscriptionId, sessionId } = fact.data;
      return { ...state, endWithdrawals: [...state.endWithdrawals, { subscriptionId, sessionId }].slice(-withdrawalsRemembered) };
    }
    case 'EndWithdrawalSettled':
      return { ...state, endWithdrawals: state.endWithdrawals.filter(({ sessionId }) => sessionId !== fact.data.sessionId) };
    case 'CheckoutStarted':
      return {
        ...state,
        openCheckouts: opened(fact.data, state.openCheckouts),
        begunPurchases: withPurchase(fact.data, state.begunPurchases),
      };
    case 'CheckoutClosed':
      return closed(fact.data, state);
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

/** What was begun on a page that was closed unpaid is not bought any more. */
function closed({ sessionId, outcome }: CheckoutClosed['data'], state: Subscription): Subscription {
  const isAnother = (each: { readonly sessionId: string }) => each.sessionId !== sessionId;
  const begunPurchases = outcome === 'expired' ? state.begunPurchases.filter(isAnother) : state.begunPurchases;
  return { ...state, begunPurchases, openCheckouts: state.openCheckouts.filter(isAnother) };
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
  formerCustomerId: null,
  provider: null,
  subscriptions: [],
  openCheckouts: [],
  begunPurchases: [],
  endWithdrawals: [],
  duplicateIds: [],
  unnamedReportAt: null,
  providerEventIds: [],
});

function applied(state: Subscription, data: ProviderEventApplied['data']): Subscription {
  const named = namedReport(data);
  if (!named) return { ...state, provider: termsOf(data), unnamedReportAt: data.occurredAt };
  const subscriptions = withSubscription(state.subscriptions, reportedSubscription(named));
  const standing = standingOf(subscriptions);
  const before = state.subscriptions.find(({ subscriptionId }) => subscriptionId === named.subscriptionId);
  const paid = paidPurchase(named, before, state.begunPurchases);
  const begunPurchases = paid ? state.begunPurchases.filter((each) => each !== paid) : state.begunPurchases;
  return { ...state, subscriptions, begunPurchases, provider: standing ? termsOf(standing.subscription) : state.provider };
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

/** `billing-<organizationId>`: the plan of an organization and whether it is paid for. */
export const billingStream: StreamType<SubscriptionState, SubscriptionFact> = {
  category: 'billing',
  decider: subscription,
  facts: {
    SubscriptionStarted: 1,
    PlanChanged: 1,
    BillingStatusChanged: 1,
    PaymentCustomerAssigned: 1,
    PaymentCustomerRemoved: 1,
    EndWithdrawalRequested: 1,
    EndWithdrawalSettled: 1,
    CheckoutStarted: 1,
    CheckoutClosed: 1,
    DuplicateSubscriptionFound: 1,
    BillingPortalOpened: 1,
    PaymentNoted: 1,
    OwnLimitsSet: 1,
    ProviderEventApplied: 1,
  },
  snapshot: { version: 6, every: 200 },
};
