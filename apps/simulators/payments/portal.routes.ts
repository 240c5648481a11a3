import type { FastifyInstance, FastifyReply } from 'fastify';
import { formOf, type Form } from '../http/form';
import { htmlEscaped, htmlPage } from '../http/html-page';
import type { PaymentState } from './payment-state';
import { cycles, prices, soldPlans, type PortalRow } from './stripe-objects.state';
import {
  cancelAtPeriodEnd,
  cancelNow,
  changePrice,
  isEndedRow,
  resume,
  type Cycle,
  type LifeStep,
  type SubscriptionRow,
} from './subscription-life.policy';

/** The page where a customer manages what he pays for. */
export function portalRoutes(app: FastifyInstance, state: PaymentState): void {
  app.get<{ Params: { id: string } }>('/portal/:id', async (request, reply) => {
    const session = state.portals.get(request.params.id);
    if (!session) return html(reply.code(404), htmlPage('Billing', '<p>There is no such page.</p>'));
    return html(
      reply,
      session.flow ? confirmPage(session, state.subscriptions.get(session.flow.subscription)) : portalPage(subscriptionsOf(state, session)),
    );
  });
  app.post<{ Params: { id: string } }>('/portal/:id', async (request, reply) => {
    const session = state.portals.get(request.params.id);
    if (!session) return html(reply.code(404), htmlPage('Billing', '<p>There is no such page.</p>'));
    const form = formOf(request);
    if (form['decision'] === 'cancel') return reply.redirect(session.returnUrl, 302);
    const row = chosen(state, session, form);
    if (!row) return reply.code(409).send({ error: 'there is no subscription that goes on' });
    const step = decided(state, session, row, form);
    if (typeof step === 'string') return reply.code(400).send({ error: step });
    await state.deliver([state.take(step)]);
    const isConfirmed = form['decision'] === 'pay' && session.flow?.successUrl;
    return reply.redirect(isConfirmed ? isConfirmed : session.returnUrl, 302);
  });
}

const subscriptionsOf = (state: PaymentState, { customer }: PortalRow): readonly SubscriptionRow[] =>
  [...state.subscriptions.rows()].filter((row) => row.customer === customer && !isEndedRow(row)).reverse();

function chosen(state: PaymentState, session: PortalRow, form: Form): SubscriptionRow | undefined {
  const wanted = form['subscription'] ?? session.flow?.subscription;
  const all = subscriptionsOf(state, session);
  return wanted === undefined ? (all.find(({ status }) => status !== 'incomplete') ?? all[0]) : all.find(({ id }) => id === wanted);
}

function decided(state: PaymentState, session: PortalRow, row: SubscriptionRow, form: Form): LifeStep | string {
  const now = state.now();
  const price = prices.find(({ id }) => id === session.flow?.price);
  switch (form['decision']) {
    case 'pay':
      return price ? changePrice(row, price.plan, price.cycle, now) : resume(row, now);
    case 'cancel_at_period_end':
      return cancelAtPeriodEnd(row, now);
    case 'cancel_now':
      return cancelNow(row, now);
    case 'resume':
      return resume(row, now);
    case 'change':
      return change(row, form, now);
    default:
      return 'decision is one of cancel_at_period_end, cancel_now, resume, change';
  }
}

function change(row: SubscriptionRow, form: Form, now: number): LifeStep | string {
  const { plan = row.plan, billing_cycle: cycle = row.billingCycle } = form;
  if (!soldPlans.includes(plan)) return `plan is one of ${soldPlans.join(', ')}`;
  if (!cycles.includes(cycle as Cycle)) return `billing_cycle is one of ${cycles.join(', ')}`;
  return changePrice(row, plan, cycle as Cycle, now);
}

const html = (reply: FastifyReply, page: string) => reply.type('text/html').send(page);

const options = (values: readonly string[], selected: string): string =>
  values.map((value) => `<option${value === selected ? ' selected' : ''}>${htmlEscaped(value)}</option>`).join('');

function portalPage(rows: readonly SubscriptionRow[]): string {
  const forms = rows.map(
    (row) => `<form method="post"><h2>${htmlEscaped(row.plan)}, ${row.billingCycle}: ${row.status}</h2>
<p>until ${new Date(row.periodEnd * 1_000).toISOString()}${row.cancelAt === null ? '' : ', then it ends'}</p>
<input type="hidden" name="subscription" value="${htmlEscaped(row.id)}">
<label>Plan <select name="plan">${options(soldPlans, row.plan)}</select></label>
<label>Cycle <select name="billing_cycle">${options(cycles, row.billingCycle)}</select></label>
<button name="decision" value="change">Change</button>
<button name="decision" value="cancel_at_period_end">Cancel at the end of the period</button>
<button name="decision" value="cancel_now">Cancel now</button>
<button name="decision" value="resume">Resume</button></form>`,
  );
  return htmlPage('Billing', forms.join('') || '<p>There is no subscription.</p>');
}

function confirmPage({ flow }: PortalRow, row: SubscriptionRow | undefined): string {
  const price = prices.find(({ id }) => id === flow?.price);
  const end = row && row.cancelAt !== null ? new Date(row.cancelAt * 1_000).toISOString() : null;
  return htmlPage(
    'Confirm the change',
    `<p>to <b>${htmlEscaped(price?.plan ?? '')}</b>, ${htmlEscaped(price?.cycle ?? '')}</p>
${end === null ? '' : `<p>The subscription is set to end on ${end}. When you confirm, that is taken back: it goes on.</p>`}
<form method="post"><button name="decision" value="pay">Confirm</button>
<button name="decision" value="cancel">Cancel</button></form>`,
  );
}
