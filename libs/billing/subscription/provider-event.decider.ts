import { fold } from '@pps/kernel';
import type { Plan } from './plans';
import { paidPurchase } from './checkouts.policy';
import {
  followed,
  hasEnded,
  isLive,
  reportedSubscription,
  standingOf,
  withSubscription,
  type NamedReport,
  type ProviderSubscription,
  type ReportedSubscription,
  type SeenSubscription,
  type Standing,
} from './provider-subscription.policy';
import { subscription as subscriptionDecider, type Subscription, type SubscriptionState } from './subscription.stream';
import type { BillingStatus, PaymentCustomerRemoved, PaymentNoted, ProviderEventKind, SubscriptionFact } from './subscription.events';

export interface ProviderEvent {
  readonly eventId: string;
  /** Whole seconds, as RFC 3339. */
  readonly occurredAt: string;
  readonly kind: Exclude<ProviderEventKind, 'reconciled'>;
  readonly customerId: string;
  readonly subscription: SeenSubscription;
}

export interface ProviderRead {
  readonly customerId: string;
  readonly subscription: SeenSubscription;
  readonly readAt: string;
}

/** Applies each event once; one that is older than what was applied last to the same subscription changes nothing, whatever the order of arrival. */
export function applyProviderEvent(event: ProviderEvent, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.providerEventIds.includes(event.eventId)) return [];
  const known = subscriptionIn(state, event.subscription.subscriptionId);
  if (known && hasEnded(known))
    return showsCompletion(event, known) ? report({ ...reportOf(known, event.eventId), wasCompleted: true }, state) : [];
  if (known ? isOvertaken(event, known) : isOlderThanUnnamed(event.occurredAt, state)) return [];
  const { eventId, occurredAt, kind, customerId } = event;
  const subscription = followed(event.subscription, known);
  if (!subscription) return [];
  return report({ eventId, occurredAt, kind, provider: 'stripe', customerId, ...subscription }, state);
}

/** Two different updates of one second: the provider's times do not say which holds, so that it has to be read. */
export function isAmbiguous({ eventId, occurredAt, kind, subscription: seen }: ProviderEvent, state: SubscriptionState): boolean {
  if (state.kind === 'none' || kind !== 'updated' || state.providerEventIds.includes(eventId)) return false;
  const known = subscriptionIn(state, seen.subscriptionId);
  if (!known || hasEnded(known) || known.eventAt !== occurredAt) return false;
  const subscription = followed(seen, known);
  return (known.eventKind === 'updated' || known.eventKind === 'reconciled') && subscription !== null && !saysTheSame(known, subscription);
}

/** Mends what differs from the provider's own object, which was read when the state was as it is; silent when nothing does. */
export function reconcileSubscription(read: ProviderRead, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none') return [];
  const { customerId, readAt } = read;
  const known = subscriptionIn(state, read.subscription.subscriptionId);
  const subscription = followed(read.subscription, known);
  if (!subscription || (known && saysTheSame(known, subscription))) return [];
  const occurredAt = known && known.eventAt > readAt ? known.eventAt : readAt;
  const eventId = `read_${subscription.subscriptionId}_${occurredAt}`;
  return report({ eventId, occurredAt, kind: 'reconciled', provider: 'stripe', customerId, ...subscription }, state);
}

/** The provider does not have the subscription any more: what goes on of it has ended; silent when it had before. */
export function endSubscription(
  { subscriptionId, at }: { readonly subscriptionId: string; readonly at: string },
  state: SubscriptionState,
): readonly SubscriptionFact[] {
  const known = state.kind === 'none' ? undefined : subscriptionIn(state, subscriptionId);
  if (state.kind === 'none' || !known || hasEnded(known)) return [];
  const occurredAt = known.eventAt > at ? known.eventAt : at;
  const ended = { ...known, providerStatus: 'canceled', eventAt: occurredAt, eventKind: 'deleted' } as const;
  return report(reportOf(ended, `gone_${subscriptionId}`), state);
}

/** Of a customer that the provider has deleted all subscriptions have ended; silent when the organization has another one, or none. */
export function removeCustomer(command: PaymentCustomerRemoved['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.customerId !== command.customerId) return [];
  const facts: SubscriptionFact[] = [{ type: 'PaymentCustomerRemoved', data: command }];
  if (command.reason === 'missing') return facts;
  for (const { subscriptionId } of state.subscriptions) {
    facts.push(...endSubscription({ subscriptionId, at: command.removedAt }, fold(subscriptionDecider, facts, state)));
  }
  return facts;
}

/** Notes a refund or dispute once. */
export function notePayment(note: PaymentNoted['data'], state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.providerEventIds.includes(note.eventId)) return [];
  return [{ type: 'PaymentNoted', data: note }];
}

/** Changes what an operator sets by hand; silent when nothing changes. It holds until the provider reports of a subscription that goes on. */
export function setSubscription(
  command: { readonly plan?: Plan; readonly status?: BillingStatus; readonly at: string },
  state: SubscriptionState,
): readonly SubscriptionFact[] {
  if (state.kind === 'none') return [];
  const { plan, status, at } = command;
  return [
    ...(plan === undefined || plan === state.plan
      ? []
      : [{ type: 'PlanChanged' as const, data: { plan, changedAt: at, decidedBy: 'operator' as const } }]),
    ...(status === undefined || status === state.status
      ? []
      : [{ type: 'BillingStatusChanged' as const, data: { status, changedAt: at } }]),
  ];
}

function report(data: NamedReport, state: Subscription): readonly SubscriptionFact[] {
  const standing = standingOf(withSubscription(state.subscriptions, reportedSubscription(data)));
  if (!standing) return [{ type: 'ProviderEventApplied', data }];
  return [{ type: 'ProviderEventApplied', data }, ...changesTo(standing, data.occurredAt, state), ...endTakenBack(standing, data, state)];
}

/** What was begun at checkout is paid while the subscription that decides the plan is set to end: who has just paid wants it to go on. */
function endTakenBack({ subscription }: Standing, data: NamedReport, state: Subscription): readonly SubscriptionFact[] {
  const purchase = paidPurchase(data, subscriptionIn(state, data.subscriptionId), state.begunPurchases);
  const { subscriptionId, cancelAt } = subscription;
  if (!purchase || cancelAt === null || !isLive(subscription)) return [];
  const { sessionId } = purchase;
  return [{ type: 'EndWithdrawalRequested', data: { subscriptionId, sessionId, cancelAt, requestedAt: data.occurredAt } }];
}

/** What follows from the standing; an end changes nothing where an operator has set the plan and no subscription went on. */
function changesTo({ plan, status, subscription }: Standing, changedAt: string, state: Subscription): readonly SubscriptionFact[] {
  if (!isLive(subscription) && state.planDecidedBy === 'operator' && !state.subscriptions.some(isLive)) return [];
  return [
    ...(state.plan === plan ? [] : [{ type: 'PlanChanged' as const, data: { plan, changedAt, decidedBy: 'payment_provider' as const } }]),
    ...(state.status === status ? [] : [{ type: 'BillingStatusChanged' as const, data: { status, changedAt } }]),
  ];
}

const subscriptionIn = ({ subscriptions }: Subscription, id: string): ProviderSubscription | undefined =>
  subscriptions.find(({ subscriptionId }) => subscriptionId === id);

/** A late report of one that was heard of as incomplete and then as canceled: it went on in between. */
const showsCompletion = ({ subscription }: ProviderEvent, known: ProviderSubscription): boolean =>
  known.providerStatus === 'canceled' && known.isNeverCompleted && isLive(subscription);

function reportOf(known: ProviderSubscription, eventId: string): NamedReport {
  const { subscriptionId, plan, providerStatus, billingCycle, periodStart, periodEnd, cancelAt, trialEnd, subscribedAt } = known;
  const terms = { subscriptionId, plan, providerStatus, billingCycle, periodStart, periodEnd, cancelAt, trialEnd, subscribedAt };
  return { ...terms, provider: 'stripe', eventId, occurredAt: known.eventAt, kind: known.eventKind };
}

/** The provider's times are whole seconds: within one, a subscription is created before it is updated, and updated before it is deleted. */
function isOvertaken({ occurredAt, kind }: ProviderEvent, known: ProviderSubscription): boolean {
  if (occurredAt > known.eventAt) return false;
  return occurredAt < known.eventAt || (kind === 'created' && known.eventKind !== 'created');
}

/** Older facts did not say of which subscription they were. */
const isOlderThanUnnamed = (occurredAt: string, { unnamedReportAt }: Subscription): boolean =>
  unnamedReportAt !== null && occurredAt < unnamedReportAt;

const saysTheSame = (known: ReportedSubscription, reported: ReportedSubscription): boolean =>
  comparedFields.every((field) => known[field] === reported[field]);

const comparedFields = [
  'plan',
  'providerStatus',
  'billingCycle',
  'periodStart',
  'periodEnd',
  'cancelAt',
  'trialEnd',
  'subscribedAt',
] as const satisfies readonly (keyof ReportedSubscription)[];
