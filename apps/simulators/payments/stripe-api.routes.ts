import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { baseUrlOf, formOf, queryOf } from '../http/form';
import { nestedForm, textAt, textsAt, type NestedForm } from './nested-form';
import type { PaymentState } from './payment-state';
import { chargeObject, customerObject, invoiceObject, priceObject, prices, subscriptionObject } from './stripe-objects.state';
import { invalidStripeRequest, missing, StripeRefusal } from './stripe-refusal';
import { cancelWithCredit, deleteCustomer, presentCustomer } from './customers';
import { checkoutObject, expireCheckout, openCheckoutSession, openPortalSession } from './sessions';
import { isEndedRow, cancelAtPeriodEnd, endOn, withoutPeriodEnd, type LifeStep, type SubscriptionRow } from './subscription-life.policy';

const deletedCustomerObject = (id: string) => ({ id, object: 'customer', deleted: true });
const list = (data: readonly object[], has_more = false) => ({ object: 'list', data, has_more });

/** The part of Stripe's interface that the service calls, under `/v1`; any key is taken. */
export function stripeApiRoutes(app: FastifyInstance, state: PaymentState): void {
  const formsOf = (request: FastifyRequest): NestedForm => nestedForm(formOf(request));
  const found = <Row>(row: Row | undefined, what: string): Row => {
    if (row === undefined) throw missing(what);
    return row;
  };
  const paramOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

  app.addHook('onRequest', async (request, reply) => {
    if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) {
      throw new StripeRefusal(401, 'invalid_request_error', 'You did not provide an API key.');
    }
    // The provider's time, whatever this machine's is.
    reply.header('date', new Date(state.now() * 1_000).toUTCString());
    reply.header('request-id', state.newId('req'));
  });

  app.post('/customers', (request, reply) =>
    idempotent(state, request, reply, () => {
      const id = state.newId('cus');
      const row = { id, created: state.now(), name: null, email: null, metadata: metadataOf(formsOf(request)) };
      state.customers.put(id, { ...row, ...describedBy(formsOf(request)) });
      return customerObject(found(state.customers.get(id), 'customer'));
    }),
  );
  app.get('/customers', async () => list([...state.customers.rows()].filter(({ isDeleted }) => !isDeleted).map(customerObject)));
  app.get('/customers/:id', async (request) => {
    const row = found(state.customers.get(paramOf(request)), 'customer');
    return row.isDeleted ? deletedCustomerObject(row.id) : customerObject(row);
  });
  app.post('/customers/:id', (request, reply) =>
    idempotent(state, request, reply, () => {
      const row = { ...found(presentCustomer(state, paramOf(request)), 'customer'), ...describedBy(formsOf(request)) };
      state.customers.put(row.id, row);
      return customerObject(row);
    }),
  );
  app.delete('/customers/:id', async (request) => {
    const { id } = found(presentCustomer(state, paramOf(request)), 'customer');
    await deleteCustomer(state, id);
    return deletedCustomerObject(id);
  });
  app.get('/prices', async (request) => {
    const keys = textsAt(nestedForm(queryOf(request)), 'lookup_keys');
    return list(prices.map(priceObject).filter(({ lookup_key }) => keys.length === 0 || keys.includes(lookup_key)));
  });
  app.post('/checkout/sessions', (request, reply) =>
    idempotent(state, request, reply, () => openCheckoutSession(state, formsOf(request), `${baseUrlOf(request)}/payments`)),
  );
  app.get('/checkout/sessions/:id', async (request) =>
    checkoutObject(state, found(state.checkouts.get(paramOf(request)), 'checkout session')),
  );
  app.post('/checkout/sessions/:id/expire', (request, reply) =>
    idempotent(state, request, reply, () => expireCheckout(state, paramOf(request))),
  );
  app.post('/billing_portal/sessions', (request, reply) =>
    idempotent(state, request, reply, () => openPortalSession(state, formsOf(request), `${baseUrlOf(request)}/payments`)),
  );
  app.get('/subscriptions', async (request) => {
    const { customer, status = '', limit = '10', starting_after: after } = queryOf(request);
    const all = [...state.subscriptions.rows()]
      .filter((row) => (customer === undefined || row.customer === customer) && (status === 'all' || !isEndedRow(row)))
      .reverse();
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const size = Math.min(100, Math.max(1, Number(limit) || 10));
    return list(all.slice(from, from + size).map(subscriptionObject), all.length > from + size);
  });
  app.get('/subscriptions/:id', async (request) => subscriptionObject(found(state.subscriptions.get(paramOf(request)), 'subscription')));
  app.post('/subscriptions/:id', (request, reply) =>
    idempotent(state, request, reply, () => {
      const step = changeEnd(state, found(state.subscriptions.get(paramOf(request)), 'subscription'), formsOf(request));
      // Not waited for: the service that asked may take its events one after the other.
      void state.deliver([state.take(step)]);
      return subscriptionObject(step.row);
    }),
  );
  app.delete('/subscriptions/:id', async (request) => {
    const row = found(state.subscriptions.get(paramOf(request)), 'subscription');
    if (isEndedRow(row)) throw missing('subscription');
    const form = nestedForm({ ...queryOf(request), ...formOf(request) });
    const step = cancelWithCredit(state, row, textAt(form, 'prorate') === 'true');
    // Not waited for: the service that asked may take its events one after the other.
    void state.deliver([state.take(step)]);
    await state.flushed();
    return subscriptionObject(step.row);
  });
  app.get('/charges/:id', async (request) => {
    const id = paramOf(request);
    return chargeObject(found(state.invoices.get(`in_${id.slice(3)}`), 'charge'));
  });
  app.get('/invoices', async (request) => {
    const { customer } = queryOf(request);
    const all = [...state.invoices.rows()].filter((row) => customer === undefined || row.customer === customer);
    return list(all.reverse().slice(0, 100).map(invoiceObject));
  });
}

function describedBy(form: NestedForm): { readonly name?: string; readonly email?: string } {
  const [name, email] = [textAt(form, 'name'), textAt(form, 'email')];
  if (name.length > 256 || email.length > 512) throw invalidStripeRequest('The name or e-mail is too long');
  return { ...(name ? { name } : {}), ...(email ? { email } : {}) };
}

function metadataOf(form: NestedForm): Readonly<Record<string, string>> {
  const { metadata } = form;
  if (typeof metadata !== 'object') return {};
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Sets or takes back the end of a subscription: with its period, or on a date; one call names one of them, as at Stripe. */
function changeEnd(state: PaymentState, row: SubscriptionRow, form: NestedForm): LifeStep {
  if (isEndedRow(row)) throw invalidStripeRequest('A canceled subscription can only update its cancellation_details and metadata.');
  const [names, now] = [['cancel_at_period_end', 'cancel_at'].filter((name) => Object.hasOwn(form, name)), state.now()];
  if (names.length !== 1) throw invalidStripeRequest('Name one of cancel_at_period_end and cancel_at; nothing else is simulated');
  const value = textAt(form, names[0] ?? '');
  if (names[0] === 'cancel_at') {
    if (!/^\d*$/.test(value)) throw invalidStripeRequest('Invalid timestamp: cancel_at');
    return endOn(row, value === '' ? null : Number(value), now);
  }
  if (value !== 'true' && value !== 'false') throw invalidStripeRequest('Invalid boolean: cancel_at_period_end');
  return value === 'true' ? cancelAtPeriodEnd(row, now) : withoutPeriodEnd(row, now);
}

const answersStored = 10_000;

/** Answers a repeat under the same key as the first time; the same key with other parameters is refused, as Stripe does. */
async function idempotent(state: PaymentState, request: FastifyRequest, reply: FastifyReply, make: () => object): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64');
  const stored = typeof key === 'string' ? state.answers.get(key) : undefined;
  if (stored && stored.fingerprint !== fingerprint) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new StripeRefusal(400, 'idempotency_error', message);
  }
  if (stored) return reply.code(stored.status).header('idempotent-replayed', 'true').type('application/json').send(stored.body);
  const body = JSON.stringify(make());
  if (typeof key === 'string') {
    state.answers.put(key, { key, fingerprint, status: 200, body });
    for (const oldest of state.answers.rows()) {
      if (state.answers.size <= answersStored) break;
      state.answers.remove(oldest.key);
    }
  }
  await state.flushed();
  return reply.type('application/json').send(body);
}
