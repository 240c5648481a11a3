import type { Plan } from './plans';
import {
  hasEnded,
  isLive,
  reportedSubscription,
  standingOf,
  withSubscription,
  type NamedReport,
  type ProviderSubscription,
  type ReportedSubscription,
  type Standing,
} from './provider-subscription.policy';
import type { Subscription, SubscriptionState } from './subscription.decider';
import type { BillingStatus, PaymentNoted, ProviderEventKind, SubscriptionFact } from './subscription.events';

/** What the payment provider says a subscription is, as of a moment. */
export interface ProviderEvent {
  readonly eventId: string;
  /** Whole seconds, as RFC 3339. */
  readonly occurredAt: string;
  readonly kind: Exclude<ProviderEventKind, 'reconciled'>;
  readonly customerId: string;
  readonly subscription: ReportedSubscription;
}

/** A subscription as it was read from the provider. */
export interface ProviderRead {
  readonly customerId: string;
  readonly subscription: ReportedSubscription;
  readonly readAt: string;
  /** The newest event that had been applied to it when the read began; null: none. */
  readonly lastEventId: string | null;
}

/** Applies each event once; one that is older than what was applied last to the same subscription changes nothing, whatever the order of arrival. */
export function applyProviderEvent(event: ProviderEvent, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none' || state.providerEventIds.includes(event.eventId)) return [];
  const known = subscriptionIn(state, event.subscription.subscriptionId);
  if (known ? isOvertaken(event, known) : isOlderThanUnnamed(event.occurredAt, state)) return [];
  const { eventId, occurredAt, kind, customerId, subscription } = event;
  return report({ eventId, occurredAt, kind, provider: 'stripe', customerId, ...subscription }, state);
}

/** Two different updates of one second: the provider's times do not say which holds, so that it has to be read. */
export function isAmbiguous({ eventId, occurredAt, kind, subscription }: ProviderEvent, state: SubscriptionState): boolean {
  if (state.kind === 'none' || kind !== 'updated' || state.providerEventIds.includes(eventId)) return false;
  const known = subscriptionIn(state, subscription.subscriptionId);
  if (!known || hasEnded(known) || known.eventAt !== occurredAt) return false;
  return (known.eventKind === 'updated' || known.eventKind === 'reconciled') && !saysTheSame(known, subscription);
}

/** Mends what differs from the provider's own object; silent when nothing does, or when an event was applied after the read began. */
export function reconcileSubscription(read: ProviderRead, state: SubscriptionState): readonly SubscriptionFact[] {
  if (state.kind === 'none') return [];
  const { customerId, subscription, readAt, lastEventId } = read;
  const known = subscriptionIn(state, subscription.subscriptionId);
  if ((known?.eventId ?? null) !== lastEventId || (known && saysTheSame(known, subscription))) return [];
  const occurredAt = known && known.eventAt > readAt ? known.eventAt : readAt;
  const eventId = `read_${subscription.subscriptionId}_${occurredAt}`;
  return report({ eventId, occurredAt, kind: 'reconciled', provider: 'stripe', customerId, ...subscription }, state);
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
  return [{ type: 'ProviderEventApplied', data }, ...(standing ? changesTo(standing, data.occurredAt, state) : [])];
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

/** What has ended does not go on. The provider's times are whole seconds: within one, a subscription is created before it is updated, and updated before it is deleted. */
function isOvertaken({ occurredAt, kind }: ProviderEvent, known: ProviderSubscription): boolean {
  if (hasEnded(known)) return true;
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
