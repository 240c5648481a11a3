import { newId } from '@pps/kernel';
import { register, type Account } from '../setup/account';
import { eventually } from '../setup/eventually';
import { startPaymentService, type PaymentService } from './payment-service';

let service: PaymentService;
let account: Account;
beforeAll(async () => (service = await startPaymentService()));
afterAll(() => service.stop());
beforeEach(async () => (account = await register(service.call)));

const checkout = (plan = 'growth', billing_cycle = 'monthly', headers = account.session) =>
  service.call('POST', '/v1/billing/checkout', { plan, billing_cycle }, headers);
const portal = async () => (await service.call('POST', '/v1/billing/portal', undefined, account.session)).body.url as string;
const status = async () => (await service.call('GET', '/v1/billing/status', undefined, account.session)).body;
const standing = async () => {
  const { plan, billing_status, billing_cycle } = await status();
  return [plan, billing_status, billing_cycle];
};
const buy = async (plan = 'growth', cycle = 'monthly') => {
  const { body } = await checkout(plan, cycle);
  return service.decide(body.url, { decision: 'pay' });
};
const decide = async (form: Record<string, string>) => service.decide(await portal(), form);
const provider = async (path: string) =>
  (await (await fetch(`${service.simulatorsUrl}/payments/v1/${path}`, { headers: { authorization: 'Bearer key' } })).json()) as never;
const subscriptions = async (): Promise<readonly { readonly customer: string; readonly status: string; readonly items: object }[]> => {
  const customer = await customerId();
  const { data } = (await provider(`subscriptions?status=all&customer=${customer}`)) as { data: never[] };
  return data;
};
const customerId = async () => ((await facts('PaymentCustomerAssigned'))[0]?.data as { customerId: string }).customerId;
const facts = async (type: string) =>
  (await service.parts.store.read(`billing-${account.organizationId}`)).filter((fact) => fact.type === type);

describe('checkout', () => {
  it('leads to a page where the plan is paid, and from there to the page that says thank you', async () => {
    const { status: code, body } = await checkout('growth', 'annual');
    expect([code, Object.keys(body)]).toEqual([200, ['url']]);
    expect(await standing()).toEqual(['playground', 'active', null]);
    const page = await fetch(body.url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const paid = await service.decide(body.url, { decision: 'pay' });
    expect([paid.status, paid.headers.get('location')]).toEqual([302, expect.stringMatching(/\/app\/billing\/success$/)]);
    expect(await standing()).toEqual(['growth', 'active', 'annual']);
    expect(await service.call('GET', '/v1/billing/status', undefined, account.session)).toMatchObject({
      body: { billing_provider: 'stripe', cancel_at: null, quota_limit: 1_000 },
    });
    expect(await facts('CheckoutStarted')).toMatchObject([{ data: { plan: 'growth', billingCycle: 'annual' } }]);
  });

  it('that is canceled or declined changes nothing', async () => {
    const { url } = (await checkout()).body;
    const canceled = await service.decide(url, { decision: 'cancel' });
    expect(canceled.headers.get('location')).toMatch(/\/app\/billing\/canceled$/);
    await service.decide(url, { decision: 'decline' });
    expect(await standing()).toEqual(['playground', 'active', null]);
    expect(await facts('ProviderEventApplied')).toMatchObject([{ data: { providerStatus: 'incomplete' } }]);
  });

  it('is paid once, however often its form is sent', async () => {
    const { url } = (await checkout('pro')).body;
    await Promise.all([1, 2, 3].map(() => service.decide(url, { decision: 'pay' })));
    expect(await facts('ProviderEventApplied')).toHaveLength(1);
  });

  it('makes one customer, however many ask at once', async () => {
    const another = await service.another();
    const ask = (call: typeof service.call) =>
      call('POST', '/v1/billing/checkout', { plan: 'pro', billing_cycle: 'monthly' }, account.session);
    const answers = await Promise.all([service.call, another, service.call, another, service.call].map(ask));
    expect(answers.map(({ status: code }) => code)).toEqual([200, 200, 200, 200, 200]);
    const listed = await fetch(`${service.simulatorsUrl}/payments/v1/customers`, { headers: { authorization: 'Bearer key' } });
    const customers = ((await listed.json()) as { data: { metadata: { organization_id?: string } }[] }).data;
    expect(customers.filter(({ metadata }) => metadata.organization_id === account.organizationId)).toHaveLength(1);
    expect(await facts('PaymentCustomerAssigned')).toHaveLength(1);
  });

  it('of who pays already is the change of his subscription, so that nobody pays for two', async () => {
    await buy('growth');
    await buy('pro', 'annual');
    expect(await standing()).toEqual(['pro', 'active', 'annual']);
    await buy('pro', 'annual');
    expect(await standing()).toEqual(['pro', 'active', 'annual']);
    expect(new Set((await facts('ProviderEventApplied')).map(({ data }) => (data as { subscriptionId: string }).subscriptionId)).size).toBe(
      1,
    );
  });

  it('closes the page that was begun before, so that two open pages never are two subscriptions', async () => {
    const [first, second] = [(await checkout('starter')).body.url, (await checkout('pro')).body.url];
    expect((await service.decide(first, { decision: 'pay' })).status).toBe(404);
    expect((await service.decide(second, { decision: 'pay' })).status).toBe(302);
    expect(await standing()).toEqual(['pro', 'active', 'monthly']);
    expect(await facts('CheckoutClosed')).toMatchObject([{ data: { outcome: 'expired' } }]);
  });

  it('leaves one page open of those begun at the same moment by two API processes', async () => {
    const another = await service.another();
    const ask = (call: typeof service.call) =>
      call('POST', '/v1/billing/checkout', { plan: 'pro', billing_cycle: 'monthly' }, account.session);
    const answers = await Promise.all([service.call, another, service.call, another].map(ask));
    const paid = await Promise.all(answers.map(({ body }) => service.decide(body.url, { decision: 'pay' })));
    expect(paid.map(({ status: code }) => code).toSorted()).toEqual([302, 404, 404, 404]);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('leads to the change who paid on another page, also before that is reported', async () => {
    const first = (await checkout('starter')).body.url;
    await service.payment('webhooks', { hold: true });
    await service.decide(first, { decision: 'pay' });
    expect(await standing()).toEqual(['playground', 'active', null]);
    const second = await checkout('pro');
    expect(second.body.url).toContain('/portal/');
    expect(await standing()).toEqual(['starter', 'active', 'monthly']);
    await service.payment('webhooks', { hold: false });
    await service.decide(second.body.url, { decision: 'pay' });
    expect(await standing()).toEqual(['pro', 'active', 'monthly']);
  });

  it.each([
    [{ plan: 'playground', billing_cycle: 'monthly' }, 'plan'],
    [{ plan: 'enterprise', billing_cycle: 'monthly' }, 'plan'],
    [{ plan: 'pro', billing_cycle: 'weekly' }, 'billing_cycle'],
    [{ plan: 'pro' }, 'billing_cycle'],
    [{ plan: 'pro', billing_cycle: 'annual', coupon: 'x' }, 'coupon'],
  ])('refuses %j', async (body, field) => {
    const refused = await service.call('POST', '/v1/billing/checkout', body, account.session);
    expect([refused.status, refused.body.error.errors[0].loc]).toEqual([422, ['body', field]]);
  });
});

it('checkout and portal are for the production project alone', async () => {
  const { body: made } = await service.call('POST', '/v1/projects/sandbox', {}, account.session);
  const sandbox = made.projects.find((project: { environment: string }) => project.environment === 'sandbox');
  const { body } = await service.call('POST', '/v1/projects/switch', { project_id: sandbox.id }, account.session);
  const session = { authorization: `Bearer ${body.access_token}` };
  for (const path of ['checkout', 'portal']) {
    const refused = await service.call(
      'POST',
      `/v1/billing/${path}`,
      path === 'portal' ? undefined : { plan: 'pro', billing_cycle: 'monthly' },
      session,
    );
    expect([refused.status, refused.body.error.code]).toEqual([403, 'sandbox_not_supported']);
  }
});

it('a key that may only read is refused both', async () => {
  const { body } = await service.call('POST', '/v1/api-keys', { name: 'reader', scopes: ['read'] }, account.session);
  const refused = await checkout('pro', 'monthly', { 'x-api-key': body.api_key } as never);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
});

describe('portal', () => {
  beforeEach(() => buy('growth'));

  it('cancels at the end of the period, takes that back, and ends when the period does', async () => {
    await decide({ decision: 'cancel_at_period_end' });
    const { cancel_at, current_period_end, plan } = await status();
    expect([plan, cancel_at]).toEqual(['growth', current_period_end]);
    await decide({ decision: 'resume' });
    expect(await status()).toMatchObject({ plan: 'growth', cancel_at: null });
    await decide({ decision: 'cancel_at_period_end' });
    expect((await service.payment('clock', { now: current_period_end })).status).toBe(200);
    expect(await standing()).toEqual(['playground', 'canceled', 'monthly']);
  });

  it('moves to another plan and cycle at once', async () => {
    await decide({ decision: 'change', plan: 'starter', billing_cycle: 'annual' });
    expect(await standing()).toEqual(['starter', 'active', 'annual']);
  });

  it('ends at once on request, which blocks nothing; what is bought then is a new subscription', async () => {
    await decide({ decision: 'cancel_now' });
    expect(await standing()).toEqual(['playground', 'canceled', 'monthly']);
    await buy('starter', 'annual');
    expect(await standing()).toEqual(['starter', 'active', 'annual']);
  });

  it('refuses what it does not know', async () => {
    expect((await decide({ decision: 'explode' })).status).toBe(400);
    expect((await decide({ decision: 'change', plan: 'enterprise' })).status).toBe(400);
  });
});

describe('what the provider says by itself', () => {
  const set = (fields: object) => service.payment('subscriptions', { workspace_id: account.projectId, plan: 'growth', ...fields });

  it('makes a trial that is over a paid plan', async () => {
    const { now } = (await (await fetch(`${service.simulatorsUrl}/payments/_control/clock`)).json()) as { now: string };
    const end = new Date(Date.parse(now) + 14 * 86_400_000).toISOString();
    await set({ status: 'trialing', current_period_end: end });
    expect(await status()).toMatchObject({ billing_status: 'trialing', current_period_end: end });
    await service.payment('clock', { now: end });
    expect(await standing()).toEqual(['growth', 'active', 'monthly']);
  });

  it('belongs to the customer that checkout made', async () => {
    await buy('starter');
    await set({ plan: 'pro', status: 'past_due' });
    expect((await standing()).slice(0, 2)).toEqual(['pro', 'past_due']);
    expect(await facts('PaymentCustomerAssigned')).toHaveLength(1);
  });

  it('of a second subscription has the one canceled that does not hold, and what is unused of it credited', async () => {
    await buy('growth');
    expect((await set({ plan: 'pro', status: 'active', another: true })).status).toBe(200);
    expect((await subscriptions()).map(({ status: each }) => each)).toEqual(['active', 'canceled']);
    const { balance } = (await provider(`customers/${await customerId()}`)) as { balance: number };
    expect([balance <= -4_890, balance >= -4_900]).toEqual([true, true]);
    expect(await facts('DuplicateSubscriptionFound')).toMatchObject([{ data: { plan: 'growth', isCredited: true } }]);
    await eventually('the end that the provider reports', async () =>
      (await facts('ProviderEventApplied')).some(({ data }) => (data as { kind: string }).kind === 'deleted') ? true : undefined,
    );
    expect(await standing()).toEqual(['pro', 'active', 'monthly']);
  });

  it('is refused and logged for a sandbox and for who is not here', async () => {
    const { body: made } = await service.call('POST', '/v1/projects/sandbox', {}, account.session);
    const sandbox = made.projects.find((project: { environment: string }) => project.environment === 'sandbox');
    const before = service.log.length;
    for (const workspace_id of [sandbox.id, newId()])
      await service.payment('subscriptions', { workspace_id, plan: 'pro', status: 'active' });
    expect(await standing()).toEqual(['playground', 'active', null]);
    const said = service.log.slice(before).filter((line) => line.includes('was refused'));
    expect(said.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(['sandbox_project', 'unknown_customer']);
  });

  it('notes a refund and a dispute once, and changes no plan by them', async () => {
    await buy('pro');
    for (const kind of ['refund', 'dispute', 'dispute_closed']) {
      expect((await service.payment('payments', { workspace_id: account.projectId, kind })).status).toBe(200);
    }
    expect((await facts('PaymentNoted')).map(({ data }) => [(data as { kind: string }).kind, (data as { amount: number }).amount])).toEqual(
      [
        ['refunded', 14_900],
        ['disputed', 14_900],
        ['dispute_closed', 14_900],
      ],
    );
    expect(await standing()).toEqual(['pro', 'active', 'monthly']);
  });
});
