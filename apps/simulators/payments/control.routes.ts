import type { FastifyInstance } from 'fastify';
import { changesByTime } from './changes-by-time';
import type { PaymentState } from './payment-state';
import { arrangement } from './arrangement';
import { chargeObject, currency, subscriptionObject } from './stripe-objects.state';
import { setSubscriptionRow } from './set-subscription';

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
