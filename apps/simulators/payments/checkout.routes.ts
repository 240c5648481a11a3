import type { FastifyInstance } from 'fastify';
import { formOf } from '../http/form';
import { sendSimulatorPage } from '../pages/simulator-page';
import { checkoutGonePage, checkoutPage } from './checkout.page';
import type { PaymentState } from './payment-state';
import { prices, statusOfCheckout, subscriptionObject, type CheckoutRow } from './stripe-objects.state';
import { subscribe } from './subscription-life.policy';

/** The page where a customer pays, declines to, or has no money. */
export function checkoutRoutes(app: FastifyInstance, state: PaymentState): void {
  app.get<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const session = openSession(state, request.params.id);
    const price = prices.find(({ id }) => id === session?.price);
    const page = session && price ? checkoutPage(price, state.customers.get(session.customer)) : checkoutGonePage();
    return sendSimulatorPage(reply, page);
  });
  app.post<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const session = openSession(state, request.params.id);
    if (!session) return sendSimulatorPage(reply, checkoutGonePage());
    const { decision } = formOf(request);
    if (decision === 'cancel') return reply.redirect(session.cancelUrl, 302);
    if (decision !== 'pay' && decision !== 'decline') return reply.code(400).send({ error: 'decision is one of pay, cancel, decline' });
    await pay(state, session, decision === 'pay');
    return reply.redirect(decision === 'pay' ? successUrlOf(session) : session.cancelUrl, 302);
  });
}

/** A session is paid once, however often its form is sent. */
async function pay(state: PaymentState, session: CheckoutRow, hasMoney: boolean): Promise<void> {
  if (session.subscription !== null) return;
  const price = prices.find(({ id }) => id === session.price);
  if (!price) return;
  const { customer, workspaceId } = session;
  const status = hasMoney ? 'active' : 'incomplete';
  const wanted = { id: state.newId('sub'), customer, workspaceId, plan: price.plan, billingCycle: price.cycle, status } as const;
  const step = subscribe(wanted, state.now());
  const events = [state.take(step)];
  if (hasMoney) {
    state.checkouts.put(session.id, { ...session, subscription: step.row.id });
    events.push(state.report('checkout.session.completed', { id: session.id, object: 'checkout.session', ...subscriptionOf(step.row) }));
  }
  await state.deliver(events);
}

const subscriptionOf = (row: Parameters<typeof subscriptionObject>[0]) => ({
  customer: row.customer,
  subscription: row.id,
  mode: 'subscription',
});

function openSession(state: PaymentState, id: string): CheckoutRow | null {
  const session = state.checkouts.get(id);
  return session && statusOfCheckout(session, state.now()) !== 'expired' ? session : null;
}

const successUrlOf = ({ successUrl, id }: CheckoutRow): string => successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
