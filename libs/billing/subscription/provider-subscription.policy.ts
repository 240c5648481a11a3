import { planNames, type Plan } from './plans';
import type { BillingCycle, BillingStatus, ProviderEventApplied, ProviderEventKind, ProviderStatus } from './subscription.events';

export interface ReportedSubscription {
  readonly subscriptionId: string;
  readonly plan: Plan;
  readonly providerStatus: ProviderStatus;
  readonly billingCycle: BillingCycle | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly cancelAt: string | null;
  readonly trialEnd: string | null;
  readonly subscribedAt: string;
}

/** A subscription as far as the provider's object says it in words that are known here. */
export interface SeenSubscription extends Omit<ReportedSubscription, 'plan'> {
  /** Null where none of its prices is a plan's. */
  readonly plan: Plan | null;
  /** It ends with its period, whose end the object may not say. */
  readonly endsWithPeriod: boolean;
  /** The provider's ids of its prices, ten at most. */
  readonly priceIds: readonly string[];
}

/** One subscription of the organization's customer, as the provider reported it last. */
export interface ProviderSubscription extends ReportedSubscription {
  /** All that was reported of it is that it is incomplete, or ended so. */
  readonly isNeverCompleted: boolean;
  /** A report that came after its end says that it was completed. */
  readonly wasCompleted?: true;
  /** Of the newest event that was applied to it. */
  readonly eventId: string;
  readonly eventAt: string;
  readonly eventKind: ProviderEventKind;
}

export interface Standing<Known extends ReportedSubscription = ProviderSubscription> {
  readonly plan: Plan;
  readonly status: BillingStatus;
  readonly subscription: Known;
}

const statusWhileLive: Readonly<Partial<Record<ProviderStatus, BillingStatus>>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
};

/** The most that are remembered of those that have ended, so that a late event does not bring one back. */
const endedRemembered = 100;

export const hasEnded = ({ providerStatus }: Pick<ProviderSubscription, 'providerStatus'>): boolean =>
  providerStatus === 'canceled' || providerStatus === 'incomplete_expired';

/** Whether it was completed and goes on, paid or not. */
export const isLive = ({ providerStatus }: Pick<ProviderSubscription, 'providerStatus'>): boolean => providerStatus in statusWhileLive;

/**
 * What is seen, with what is known of the same subscription where the object does not say it: its prices are called differently by now, or the object has
 * the shape of another version. Null for one of no plan that nothing is known of.
 */
export function followed(seen: SeenSubscription, known: ReportedSubscription | undefined): ReportedSubscription | null {
  const plan = seen.plan ?? known?.plan;
  if (plan === undefined) return null;
  const periodEnd = seen.periodEnd ?? known?.periodEnd ?? null;
  return {
    subscriptionId: seen.subscriptionId,
    plan,
    providerStatus: seen.providerStatus,
    billingCycle: seen.billingCycle ?? known?.billingCycle ?? null,
    periodStart: seen.periodStart ?? known?.periodStart ?? null,
    periodEnd,
    cancelAt: seen.cancelAt ?? (seen.endsWithPeriod ? periodEnd : null),
    trialEnd: seen.trialEnd,
    subscribedAt: seen.subscribedAt,
  };
}

/**
 * What the subscriptions say together, or null when none was ever completed. One that may publish goes before one that may not, the larger plan before
 * the smaller, the newer before the older; when all have ended, the plan is the free one.
 */
export function standingOf<Known extends ReportedSubscription>(subscriptions: readonly Known[]): Standing<Known> | null {
  const [best] = subscriptions.filter(isLive).toSorted(byClaim);
  const status = best && statusWhileLive[best.providerStatus];
  if (best && status) return { plan: best.plan, status, subscription: best };
  const [ended] = subscriptions.filter(wasCanceled).toSorted(byAge);
  return ended ? { plan: 'playground', status: 'canceled', subscription: ended } : null;
}

const wasCanceled = (each: ReportedSubscription & Partial<Pick<ProviderSubscription, 'isNeverCompleted'>>): boolean =>
  each.providerStatus === 'canceled' && each.isNeverCompleted !== true;

/** The list with this one in it, or in the place of its former self; of those that have ended the newest 100 stay. */
export function withSubscription(
  subscriptions: readonly ProviderSubscription[],
  changed: ProviderSubscription,
): readonly ProviderSubscription[] {
  const others = subscriptions.filter(({ subscriptionId }) => subscriptionId !== changed.subscriptionId);
  const before = subscriptions.find(({ subscriptionId }) => subscriptionId === changed.subscriptionId);
  const all = [...others, { ...changed, isNeverCompleted: isNeverCompleted(changed, before) }];
  const ended = all.filter(hasEnded);
  if (ended.length <= endedRemembered) return all;
  const dropped = new Set(ended.toSorted(byEvent).slice(0, ended.length - endedRemembered));
  return all.filter((each) => !dropped.has(each));
}

/** One that is canceled when it is first heard of counts as completed. */
function isNeverCompleted({ providerStatus, wasCompleted }: ProviderSubscription, before: ProviderSubscription | undefined): boolean {
  if (wasCompleted) return false;
  if (providerStatus === 'canceled') return before?.isNeverCompleted ?? false;
  return !(providerStatus in statusWhileLive) && (before?.isNeverCompleted ?? true);
}

export type NamedReport = ProviderEventApplied['data'] & ReportedSubscription & { readonly kind: ProviderEventKind };

export const reportedSubscription = (report: NamedReport): ProviderSubscription => ({
  subscriptionId: report.subscriptionId,
  plan: report.plan,
  providerStatus: report.providerStatus,
  billingCycle: report.billingCycle,
  periodStart: report.periodStart,
  periodEnd: report.periodEnd,
  cancelAt: report.cancelAt,
  trialEnd: report.trialEnd,
  subscribedAt: report.subscribedAt,
  eventId: report.eventId,
  eventAt: report.occurredAt,
  eventKind: report.kind,
  isNeverCompleted: false,
  ...(report.wasCompleted && { wasCompleted: report.wasCompleted }),
});

/** The report, when it names its subscription; older facts did not. */
export function namedReport(data: ProviderEventApplied['data']): NamedReport | null {
  const { subscriptionId, plan, providerStatus, subscribedAt, trialEnd = null, kind = 'updated' } = data;
  if (subscriptionId === undefined || plan === undefined || providerStatus === undefined || subscribedAt === undefined) return null;
  return { ...data, subscriptionId, plan, providerStatus, subscribedAt, trialEnd, kind };
}

const standingOrder: readonly ProviderStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

const byClaim = (a: ReportedSubscription, b: ReportedSubscription): number =>
  rank(a) - rank(b) || planNames.indexOf(b.plan) - planNames.indexOf(a.plan) || byAge(a, b);

/** Active and trialing weigh the same. */
const rank = ({ providerStatus }: ReportedSubscription): number => Math.max(1, standingOrder.indexOf(providerStatus));

const byAge = (a: ReportedSubscription, b: ReportedSubscription): number =>
  compare(b.subscribedAt, a.subscribedAt) || compare(b.subscriptionId, a.subscriptionId);

const byEvent = (a: ProviderSubscription, b: ProviderSubscription): number =>
  compare(a.eventAt, b.eventAt) || compare(a.subscriptionId, b.subscriptionId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
