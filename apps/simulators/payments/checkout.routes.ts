import type { FastifyInstance, FastifyReply } from 'fastify';
import { formOf } from '../http/form';
import { htmlEscaped, htmlPage } from '../http/html-page';
import type { PaymentState } from './payment-state';
import { priceObject, prices, statusOfCheckout, subscriptionObject, type CheckoutRow } from './stripe-objects.state';
import { subscribe } from './subscription-life.policy';

/** The page where a customer pays, declines to, or has no money. */
export function checkoutRoutes(app: FastifyInstance, state: PaymentState): void {
  app.get<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const session = openSession(state, request.params.id);
    return session ? html(reply, checkoutPage(session)) : gone(reply);
  });
  app.post<{ Params: { id: string } }>('/checkout/:id', async (request, reply) => {
    const session = openSession(state, request.params.id);
    if (!session) return gone(reply);
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

const html = (reply: FastifyReply, page: string) => reply.type('text/html').send(page);

const gone = (reply: FastifyReply) => html(reply.code(404), htmlPage('Checkout', '<p>This page has expired, or was never there.</p>'));

function checkoutPage({ price: id }: CheckoutRow): string {
  const price = prices.find((each) => each.id === id);
  const what = price ? priceObject(price) : null;
  const amount = `${((what?.unit_amount ?? 0) / 100).toFixed(2)} ${(what?.currency ?? '').toUpperCase()}`;
  return htmlPage(
    'Checkout',
    `<p><b>${htmlEscaped(price?.plan ?? '')}</b>, ${htmlEscaped(amount)} each ${htmlEscaped(what?.recurring.interval ?? '')}</p>
<form method="post"><button name="decision" value="pay">Pay</button>
<button name="decision" value="decline">Pay with a card that is declined</button>
<button name="decision" value="cancel">Cancel</button></form>`,
  );
}
