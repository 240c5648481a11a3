export type Cycle = 'monthly' | 'annual';
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription; times are Unix seconds. */
export interface SubscriptionRow {
  readonly id: string;
  readonly customer: string;
  /** The production project that it was bought for. */
  readonly workspaceId: string;
  readonly plan: string;
  readonly billingCycle: Cycle;
  readonly status: SubscriptionStatus;
  readonly created: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: number | null;
  readonly endedAt: number | null;
  readonly trialEnd: number | null;
  /** When an end was asked for that has not come yet. */
  readonly canceledAt?: number | null;
  /** Something else is bought with the plan, listed before it. */
  readonly hasAddOn?: boolean;
}

/** What became of it, and as which of the provider's events it is reported. */
export interface LifeStep {
  readonly row: SubscriptionRow;
  readonly event: 'created' | 'updated' | 'deleted';
  readonly at: number;
}

const incompleteSeconds = 23 * 3_600;
const lastYear = 9_999;

export const isEndedRow = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** The moment one or more cycles later, on the same day of the month where there is one. */
export function cyclesAfter(from: number, cycle: Cycle, count = 1): number {
  const start = new Date(from * 1_000);
  const months = start.getUTCMonth() + count * (cycle === 'annual' ? 12 : 1);
  const [year, month] = [start.getUTCFullYear() + Math.floor(months / 12), months % 12];
  if (year > lastYear) return Date.UTC(lastYear, 11, 31) / 1_000;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(start.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, start.getUTCHours(), start.getUTCMinutes(), start.getUTCSeconds()) / 1_000;
}

export function subscribe(
  wanted: Pick<SubscriptionRow, 'id' | 'customer' | 'workspaceId' | 'plan' | 'billingCycle' | 'status'>,
  now: number,
  trialEnd: number | null = null,
): LifeStep {
  const periodEnd = trialEnd ?? cyclesAfter(now, wanted.billingCycle);
  const times = { created: now, periodStart: now, periodEnd, cancelAtPeriodEnd: false, cancelAt: null, endedAt: null, trialEnd };
  return { row: { ...wanted, ...times }, event: 'created', at: now };
}

/** Another price; what was owed is paid with it. Another cycle begins a new period; an end that was asked for stays, one with the period moves with it. */
export function changePrice(row: SubscriptionRow, plan: string, billingCycle: Cycle, now: number): LifeStep {
  const period = billingCycle === row.billingCycle ? {} : { periodStart: now, periodEnd: cyclesAfter(now, billingCycle) };
  const status = row.status === 'trialing' ? row.status : 'active';
  const changed = { ...row, ...period, plan, billingCycle, status } as const;
  const cancelAt = row.cancelAtPeriodEnd ? changed.periodEnd : row.cancelAt;
  return { row: { ...changed, cancelAt }, event: 'updated', at: now };
}

export const cancelAtPeriodEnd = (row: SubscriptionRow, now: number): LifeStep => ({
  row: { ...row, cancelAtPeriodEnd: true, cancelAt: row.periodEnd, canceledAt: now },
  event: 'updated',
  at: now,
});

/** Takes a cancellation back that has not come yet, and ends a pause. */
export const resume = (row: SubscriptionRow, now: number): LifeStep => ({
  row: { ...row, cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null, status: row.status === 'paused' ? 'active' : row.status },
  event: 'updated',
  at: now,
});

/** Takes back an end with the period; one on a date of its own stays. */
export const withoutPeriodEnd = (row: SubscriptionRow, now: number): LifeStep => ({
  row: row.cancelAtPeriodEnd ? { ...row, cancelAtPeriodEnd: false, cancelAt: null, canceledAt: null } : row,
  event: 'updated',
  at: now,
});

/** Ends on this date, or takes such an end back; one with the period stays. */
export const endOn = (row: SubscriptionRow, date: number | null, now: number): LifeStep => ({
  row: row.cancelAtPeriodEnd ? row : { ...row, cancelAt: date, canceledAt: date === null ? null : now },
  event: 'updated',
  at: now,
});

export const cancelNow = (row: SubscriptionRow, now: number): LifeStep => ({
  row: { ...row, status: 'canceled', endedAt: now, cancelAt: row.cancelAt ?? now },
  event: 'deleted',
  at: now,
});

/** What time alone makes of it until then, the first step; null when nothing. */
export function nextByTime(row: SubscriptionRow, until: number): LifeStep | null {
  if (isEndedRow(row)) return null;
  if (row.status === 'incomplete') return incompleteExpiry(row, until);
  const endsAt = row.cancelAt ?? Infinity;
  const isTrialOver = row.status === 'trialing' && row.trialEnd !== null && row.trialEnd <= until;
  if (isTrialOver && (row.trialEnd ?? 0) < endsAt) return endTrial(row, row.trialEnd ?? 0);
  if (endsAt <= until) return { ...cancelNow(row, endsAt), at: endsAt };
  return row.periodEnd <= until ? renew(row, Math.min(until, endsAt - 1)) : null;
}

function incompleteExpiry(row: SubscriptionRow, until: number): LifeStep | null {
  const at = row.created + incompleteSeconds;
  return at > until ? null : { row: { ...row, status: 'incomplete_expired', endedAt: at }, event: 'updated', at };
}

const endTrial = (row: SubscriptionRow, at: number): LifeStep => ({
  row: { ...row, status: 'active', periodStart: at, periodEnd: cyclesAfter(at, row.billingCycle) },
  event: 'updated',
  at,
});

/** Periods that have passed unseen are one step. */
function renew(row: SubscriptionRow, until: number): LifeStep | null {
  let count = 0;
  while (
    cyclesAfter(row.periodEnd, row.billingCycle, count + 1) <= until &&
    cyclesAfter(row.periodEnd, row.billingCycle, count) < lastMoment
  )
    count++;
  const periodStart = count === 0 ? row.periodEnd : cyclesAfter(row.periodEnd, row.billingCycle, count);
  const periodEnd = cyclesAfter(periodStart, row.billingCycle);
  return periodEnd <= row.periodEnd ? null : { row: { ...row, periodStart, periodEnd }, event: 'updated', at: periodStart };
}

const lastMoment = Date.UTC(lastYear, 11, 31) / 1_000;
