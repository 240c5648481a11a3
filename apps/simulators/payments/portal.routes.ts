import type { FastifyInstance } from 'fastify';
import { formOf, type Form } from '../http/form';
import { sendSimulatorPage, type SimulatorPage } from '../pages/simulator-page';
import type { PaymentState } from './payment-state';
import { confirmChangePage, portalMissingPage, portalPage } from './portal.page';
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
    return sendSimulatorPage(reply, session ? pageOf(state, session) : portalMissingPage());
  });
  app.post<{ Params: { id: string } }>('/portal/:id', async (request, reply) => {
    const session = state.portals.get(request.params.id);
    if (!session) return sendSimulatorPage(reply, portalMissingPage());
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

const shownInvoices = 24;

function pageOf(state: PaymentState, session: PortalRow): SimulatorPage {
  const { customer, flow, returnUrl } = session;
  if (flow) {
    const price = prices.find(({ id }) => id === flow.price) ?? null;
    return confirmChangePage(price, state.subscriptions.get(flow.subscription) ?? null);
  }
  const invoices = [...state.invoices.rows()]
    .filter((invoice) => invoice.customer === customer)
    .slice(-shownInvoices)
    .reverse();
  return portalPage({ subscriptions: subscriptionsOf(state, session), invoices, customer: state.customers.get(customer), returnUrl });
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
