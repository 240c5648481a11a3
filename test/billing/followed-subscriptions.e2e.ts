import { newId } from '@pps/kernel';
import Stripe from 'stripe';
import { startOrchestrator } from '../../apps/orchestrator/start-orchestrator';
import { register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startPaymentService, type PaymentService } from './payment-service';

let service: PaymentService;
let account: Account;
let stopOrchestrator = async () => undefined as unknown;
beforeAll(async () => {
  service = await startPaymentService();
  const { configuration: config, logger } = service.parts;
  const orchestrator = await startOrchestrator({ config, logger }, undefined, service.openLog);
  stopOrchestrator = () => orchestrator.stop();
});
afterAll(async () => {
  await stopOrchestrator();
  await service.stop();
});
beforeEach(async () => (account = await register(service.call)));

interface Sold {
  readonly id: string;
  readonly workspaceId: string;
  readonly customer: string;
  readonly object: { readonly id: string; readonly items: { readonly data: readonly Item[] } };
}
type Item = Readonly<Record<string, unknown>> & { readonly price: object };

const status = async () => (await service.call('GET', '/v1/billing/status', undefined, account.session)).body;
const standing = async () => {
  const { plan, billing_status } = await status();
  return [plan, billing_status];
};
const set = (fields: object = {}) =>
  service.payment('subscriptions', { workspace_id: account.projectId, plan: 'growth', status: 'active', ...fields });
const checkout = async (plan: string, billing_cycle = 'monthly') =>
  service.call('POST', '/v1/billing/checkout', { plan, billing_cycle }, account.session);
const sold = async (): Promise<Sold> => {
  const all = (await (await fetch(`${service.simulatorsUrl}/payments/_control/subscriptions`)).json()) as Sold[];
  return all.findLast(({ workspaceId }) => workspaceId === account.projectId) as Sold;
};
const provider = (method: string, path: string, body?: string) =>
  fetch(`${service.simulatorsUrl}/payments/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer key', 'content-type': 'application/x-www-form-urlencoded' },
    ...(body !== undefined && { body }),
  });
/** The provider's events about an object, signed, each newer than the one before. */
let secondsAhead = 0;
const report = async (type: string, object: object) => {
  const payload = {
    id: `evt_${newId()}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1_000) + ++secondsAhead,
    data: { object },
  };
  const signed = Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(payload), secret: service.webhookSecret });
  return service.call('POST', '/v1/billing/provider-webhook', payload, { 'stripe-signature': signed });
};
const warnings = () => service.log.filter((line) => line.includes('no price of a subscription is a plan'));

describe('a subscription that is known by its id', () => {
  it.each([
    ['customer.subscription.deleted', 'canceled', ['playground', 'canceled']],
    ['customer.subscription.updated', 'past_due', ['growth', 'past_due']],
  ])('is followed when its price has another key: %s', async (type, said, right) => {
    await set();
    const { object } = await sold();
    const [item] = object.items.data as [Item];
    const before = warnings().length;
    const items = { data: [{ ...item, price: { ...item.price, lookup_key: null } }] };
    expect((await report(type, { ...object, status: said, items })).body.outcome).toBe('applied');
    expect(await standing()).toEqual(right);
    expect(warnings().slice(before).join()).toContain(object.id);
  });

  it('is followed when something else is bought with it, and its change leaves that alone', async () => {
    await set({ add_on: true });
    await set({ add_on: true, status: 'past_due' });
    expect(await standing()).toEqual(['growth', 'past_due']);
    await service.decide((await checkout('pro')).body.url, { decision: 'pay' });
    expect(await standing()).toEqual(['pro', 'active']);
  });

  it('keeps its period when it is reported in the shape of an older version', async () => {
    await set();
    const { object } = await sold();
    const { current_period_end } = await status();
    const [{ id, price, current_period_end: end }] = object.items.data as [Item];
    const older = { ...object, cancel_at_period_end: true, cancel_at: null, items: { data: [{ id, price }] } };
    await report('customer.subscription.updated', older);
    expect(await status()).toMatchObject({ current_period_end, cancel_at: current_period_end });
    await report('customer.subscription.updated', { ...older, current_period_end: Number(end) + 86_400 });
    const later = new Date(Date.parse(current_period_end) + 86_400_000).toISOString();
    expect(await status()).toMatchObject({ current_period_end: later, cancel_at: later });
  });

  it('of no plan and not known gives none, and is told of', async () => {
    const { object } = (await set(), await sold());
    const [item] = object.items.data as [Item];
    const items = { data: [{ ...item, price: { ...item.price, lookup_key: 'gold_monthly' } }] };
    const before = warnings().length;
    expect((await report('customer.subscription.created', { ...object, id: 'sub_other', items })).body.outcome).toBe('nothing_to_do');
    expect([await standing(), warnings().length]).toEqual([['growth', 'active'], before + 1]);
  });
});

describe('who buys while the subscription is set to end', () => {
  const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

  it.each([
    ['with its period', () => ({ cancel_at_period_end: true })],
    ['on a date', () => ({ cancel_at: inAMonth() })],
  ])('keeps what was bought: %s', async (_, ending) => {
    await set(ending());
    expect((await status()).cancel_at).not.toBeNull();
    const { url } = (await checkout('pro')).body;
    expect(await (await fetch(url)).text()).toContain('that is taken back');
    await service.decide(url, { decision: 'pay' });
    const after = await eventually('the end that is taken back', async () => {
      const now = await status();
      return now.cancel_at === null ? now : undefined;
    });
    expect(after).toMatchObject({ plan: 'pro', billing_status: 'active' });
    expect((await sold()).object).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    const outcomes = async () =>
      (await service.parts.store.read(`billing-${account.organizationId}`)).flatMap(({ type, data }) =>
        type === 'EndWithdrawalSettled' ? [(data as { outcome: string }).outcome] : [],
      );
    await eventually('what became of it', async () => ((await outcomes()).length > 0 ? true : undefined));
    expect(await outcomes()).toEqual(['withdrawn']);
  });

  it('or only looks at the page, keeps the end', async () => {
    await set({ cancel_at_period_end: true });
    const { cancel_at } = await status();
    await service.decide((await checkout('pro')).body.url, { decision: 'cancel' });
    expect(await status()).toMatchObject({ plan: 'growth', cancel_at });
  });
});

describe('a customer that was deleted at the provider', () => {
  const remove = async () => provider('DELETE', `customers/${(await sold()).customer}`);

  it('has ended what it subscribed, and is made anew by checkout and portal', async () => {
    await set();
    await remove();
    await eventually('the end', async () => ((await status()).plan === 'playground' ? true : undefined));
    const bought = await checkout('starter');
    expect([bought.status, (await service.call('POST', '/v1/billing/portal', undefined, account.session)).status]).toEqual([200, 200]);
    await service.decide(bought.body.url, { decision: 'pay' });
    expect(await standing()).toEqual(['starter', 'active']);
  });

  it.each(['checkout', 'portal'])('without a word is made anew by %s, however often', async (path) => {
    await checkout('starter');
    const customers = async () =>
      (await service.parts.store.read(`billing-${account.organizationId}`)).flatMap(({ type, data }) =>
        type === 'PaymentCustomerAssigned' ? [(data as { customerId: string }).customerId] : [],
      );
    for (const times of [1, 2, 3]) {
      await service.payment('webhooks', { hold: true });
      await provider('DELETE', `customers/${(await customers()).at(-1)}`);
      const answer =
        path === 'checkout' ? await checkout('starter') : await service.call('POST', '/v1/billing/portal', undefined, account.session);
      expect([answer.status, new Set(await customers()).size]).toEqual([200, times + 1]);
      await service.payment('webhooks', { hold: false });
    }
    expect((await service.call('POST', '/v1/billing/portal', undefined, account.session)).status).toBe(200);
    expect(new Set(await customers()).size).toBe(4);
  });

  it('while it paid, and without a word, buys anew', async () => {
    await set();
    await service.payment('webhooks', { hold: true });
    await remove();
    const { url } = (await checkout('growth')).body;
    expect([url.includes('/checkout/'), await standing()]).toEqual([true, ['playground', 'canceled']]);
    await service.payment('webhooks', { hold: false });
    await service.decide(url, { decision: 'pay' });
    expect(await standing()).toEqual(['growth', 'active']);
  });
});

it('a subscription that is canceled while it is incomplete changes nothing', async () => {
  await service.call('POST', '/v1/billing/portal', undefined, account.session);
  await set({ status: 'incomplete' });
  await set({ status: 'canceled' });
  expect(await standing()).toEqual(['playground', 'active']);
});
