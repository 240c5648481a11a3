import type { FastifyInstance } from 'fastify';
import type { PaymentState } from './payment-state';
import { chargeObject, currency, subscriptionObject, cycles, pricedPlans } from './stripe-objects.state';
import {
  nextByTime,
  type LifeStep,
  type SubscriptionRow,
  cancelNow,
  isEndedRow,
  subscribe,
  type Cycle,
  type SubscriptionStatus,
} from './subscription-life.policy';

/** What a test says to the provider; each answers once the service has taken what it caused. */
export function paymentControlRoutes(app: FastifyInstance, state: PaymentState): void {
  app.get('/_control/subscriptions', async () =>
    [...state.subscriptions.rows()].map((row) => ({ ...row, object: subscriptionObject(row) })),
  );
  app.post('/_control/subscriptions', async (request, reply) => {
    if (!state.settings) return reply.code(409).send({ error: 'no address for webhooks: set PAYMENT_WEBHOOK_SECRET' });
    const steps = setSubscriptionRow(state, (request.body ?? {}) as Record<string, unknown>);
    if (typeof steps === 'string') return reply.code(400).send({ error: steps });
    const events = steps.map((step) => state.take(step));
    const answered = await state.deliver(events);
    if (answered >= 300) return reply.code(502).send({ error: `the webhook was answered ${answered}` });
    return { ...steps.at(-1)?.row, event_id: events.at(-1) };
  });
  app.get('/_control/clock', async () => ({ now: new Date(state.now() * 1_000).toISOString() }));
  app.post('/_control/clock', async (request, reply) => {
    const { now } = (request.body ?? {}) as Record<string, unknown>;
    const at = typeof now === 'string' ? Math.floor(Date.parse(now) / 1_000) : Number.NaN;
    if (!(at <= Date.UTC(9999, 0, 1) / 1_000)) return reply.code(400).send({ error: 'now is a time until the year 9998' });
    if (at < state.now()) return reply.code(400).send({ error: 'the clock only moves on' });
    state.setClock(at);
    const events = changesByTime([...state.subscriptions.rows()], at).map((step) => state.take(step));
    const answered = await state.deliver(events);
    if (answered >= 300) return reply.code(502).send({ error: `the webhook was answered ${answered}` });
    return { now: new Date(at * 1_000).toISOString(), events };
  });
  app.post('/_control/payments', async (request, reply) => {
    const { workspace_id, kind } = (request.body ?? {}) as Record<string, unknown>;
    const customers = [...state.subscriptions.rows()].filter((row) => row.workspaceId === workspace_id).map((row) => row.customer);
    const invoice = [...state.invoices.rows()].findLast(({ customer }) => customers.includes(customer));
    if (!invoice) return reply.code(404).send({ error: 'nothing was paid for this workspace' });
    if (kind === 'refund') {
      const refunded = { ...invoice, refunded: invoice.amount };
      state.invoices.put(invoice.id, refunded);
      await state.deliver([state.report('charge.refunded', chargeObject(refunded))]);
    } else if (kind === 'dispute' || kind === 'dispute_closed') {
      const status = kind === 'dispute' ? 'needs_response' : 'lost';
      const object = {
        id: `dp_${invoice.id.slice(3)}`,
        object: 'dispute',
        charge: invoice.charge,
        amount: invoice.amount,
        currency,
        status,
      };
      await state.deliver([state.report(kind === 'dispute' ? 'charge.dispute.created' : 'charge.dispute.closed', object)]);
    } else return reply.code(400).send({ error: 'kind is one of refund, dispute, dispute_closed' });
    return invoice;
  });
  app.post('/_control/webhooks', async (request, reply) => {
    const { hold, order, copies, seed } = (request.body ?? {}) as Record<string, unknown>;
    if (hold === true) {
      state.hold();
      return { holding: true };
    }
    const arrange = arrangement(order, copies, seed);
    if (typeof arrange === 'string') return reply.code(400).send({ error: arrange });
    return { holding: false, worst_status: await state.release(arrange) };
  });
}

type Arrange = (ids: readonly string[]) => readonly string[];

/** How held events are sent: `as_made`, `reversed` or `shuffled` by a seed, each so many times. A sentence when that is not what was said. */
function arrangement(order: unknown = 'as_made', copies: unknown = 1, seed: unknown = 1): Arrange | string {
  if (typeof copies !== 'number' || !Number.isInteger(copies) || copies < 1 || copies > 10) return 'copies is a whole number from 1 to 10';
  if (typeof seed !== 'number' || !Number.isInteger(seed)) return 'seed is a whole number';
  const repeated: Arrange = (ids) => Array.from({ length: copies }, () => ids).flat();
  if (order === 'as_made') return repeated;
  if (order === 'reversed') return (ids) => repeated(ids).toReversed();
  return order === 'shuffled' ? (ids) => shuffled(repeated(ids), seed) : 'order is one of as_made, reversed, shuffled';
}

/** Fisher and Yates, with chance from a linear congruential generator. */
function shuffled(ids: readonly string[], seed: number): readonly string[] {
  const result = [...ids];
  let state = seed >>> 0;
  for (let last = result.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    [result[last], result[other]] = [result[other] ?? '', result[last] ?? ''];
  }
  return result;
}

/** Everything that time alone makes of the subscriptions until then, in the order in which it happens. */
function changesByTime(rows: readonly SubscriptionRow[], until: number): readonly LifeStep[] {
  const steps = rows.flatMap((row) => {
    const life: LifeStep[] = [];
    for (let step = nextByTime(row, until); step; step = nextByTime(step.row, until)) life.push(step);
    return life;
  });
  return steps.toSorted((a, b) => a.at - b.at);
}

const statuses: readonly SubscriptionStatus[] = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const),
];

/** Makes the workspace's newest subscription what is asked, or a new one when it has none that goes on or `another` is asked for; a sentence when what is asked is nothing. */
function setSubscriptionRow(state: PaymentState, body: Readonly<Record<string, unknown>>): readonly LifeStep[] | string {
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
