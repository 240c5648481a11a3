import type { PaymentState } from './payment-state';
import { cycles, pricedPlans } from './stripe-objects.state';
import {
  cancelNow,
  isEndedRow,
  subscribe,
  type Cycle,
  type LifeStep,
  type SubscriptionRow,
  type SubscriptionStatus,
} from './subscription-life.policy';

const statuses: readonly SubscriptionStatus[] = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const),
];

/** Makes the workspace's newest subscription what is asked, or a new one when it has none that goes on or `another` is asked for; a sentence when what is asked is nothing. */
export function setSubscriptionRow(state: PaymentState, body: Readonly<Record<string, unknown>>): readonly LifeStep[] | string {
  const { workspace_id: workspaceId, plan, status, billing_cycle = 'monthly' } = body;
  if (typeof workspaceId !== 'string' || workspaceId === '' || workspaceId.length > 100) return 'workspace_id is required';
  if (typeof plan !== 'string' || !pricedPlans.includes(plan)) return `plan is one of ${pricedPlans.join(', ')}`;
  const wanted = statuses.find((each) => each === status);
  if (!wanted) return `status is one of ${statuses.join(', ')}`;
  const cycle = cycles.find((each) => each === billing_cycle);
  if (!cycle) return 'billing_cycle is monthly or annual';
  const [periodEnd, cancelAt] = [secondsOf(body['current_period_end']), secondsOf(body['cancel_at'])];
  if (periodEnd === 'wrong') return 'current_period_end is a time';
  if (cancelAt === 'wrong') return 'cancel_at is a time';
  const [endsWithPeriod, hasAddOn] = [body['cancel_at_period_end'] === true, body['add_on'] === true];
  return steps(
    state,
    { workspaceId, plan, cycle, status: wanted, periodEnd, cancelAt, endsWithPeriod, hasAddOn },
    body['another'] === true,
  );
}

interface Wanted {
  readonly workspaceId: string;
  readonly plan: string;
  readonly cycle: Cycle;
  readonly status: SubscriptionStatus;
  readonly periodEnd: number | null;
  readonly cancelAt: number | null;
  readonly endsWithPeriod: boolean;
  readonly hasAddOn: boolean;
}

function steps(state: PaymentState, wanted: Wanted, isAnother: boolean): readonly LifeStep[] {
  const now = state.now();
  const ofWorkspace = isAnother ? [] : [...state.subscriptions.rows()].filter(({ workspaceId }) => workspaceId === wanted.workspaceId);
  const present = ofWorkspace.findLast((row) => !isEndedRow(row));
  const first = present ? { row: changed(present, wanted, now), event: 'updated' as const, at: now } : made(state, wanted, now);
  if (wanted.status !== 'canceled') return [first];
  const ended = cancelNow(first.row, now);
  return present ? [ended] : [first, ended];
}

function made(state: PaymentState, wanted: Wanted, now: number): LifeStep {
  const { workspaceId, plan, cycle, status } = wanted;
  const fresh = { id: state.newId('sub'), customer: customerOf(state, workspaceId), workspaceId, plan, billingCycle: cycle } as const;
  const step = subscribe({ ...fresh, status: status === 'canceled' ? 'active' : status }, now);
  return { ...step, row: changed(step.row, wanted, now) };
}

function changed(row: SubscriptionRow, wanted: Wanted, now: number): SubscriptionRow {
  const { plan, cycle, status, periodEnd, hasAddOn } = wanted;
  const end = periodEnd ?? (cycle === row.billingCycle ? row.periodEnd : subscribe({ ...row, billingCycle: cycle }, now).row.periodEnd);
  const cancelAt = wanted.endsWithPeriod ? end : wanted.cancelAt;
  const canceledAt = cancelAt === null ? null : now;
  const moved = { ...row, plan, billingCycle: cycle, cancelAt, canceledAt, cancelAtPeriodEnd: wanted.endsWithPeriod, hasAddOn };
  const trial = status === 'trialing' ? end : null;
  return { ...moved, periodEnd: end, trialEnd: trial, status: status === 'canceled' ? row.status : status, endedAt: endOf(status, now) };
}

const endOf = (status: SubscriptionStatus, now: number): number | null => (status === 'incomplete_expired' ? now : null);

/** The customer that was made for the workspace, or a new one. */
function customerOf(state: PaymentState, workspaceId: string): string {
  const known = [...state.customers.rows()].find(({ metadata, isDeleted }) => metadata['workspace_id'] === workspaceId && !isDeleted);
  if (known) return known.id;
  const id = state.newId('cus');
  state.customers.put(id, { id, created: state.now(), name: null, email: null, metadata: { workspace_id: workspaceId } });
  return id;
}

function secondsOf(value: unknown): number | null | 'wrong' {
  if (value === undefined || value === null) return null;
  const seconds = typeof value === 'string' ? Math.floor(Date.parse(value) / 1_000) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : 'wrong';
}
