import { newId } from '@pps/kernel';
import Stripe from 'stripe';
import { subscriptionEvent } from '../../apps/simulators/payments/stripe-objects.state';
import { subscribe, type SubscriptionStatus } from '../../apps/simulators/payments/subscription-life.policy';
import { register, type Account } from '../setup/account';
import type { Answer } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const secret = `whsec_${newId()}`;
let service: RunningService;
let account: Account;
beforeAll(async () => (service = await startService({ PAYMENT_WEBHOOK_SECRET: secret })));
afterAll(() => service.stop());
beforeEach(async () => (account = await register(service.call)));

interface EventFields {
  readonly plan: string;
  readonly status?: SubscriptionStatus;
  readonly secondsAgo?: number;
  readonly id?: string;
}

/** The provider's event about the account's subscription, as its simulator writes one. */
function event({ plan, status = 'active', secondsAgo = 0, id = `evt_${newId()}` }: EventFields) {
  const wanted = { id: `sub_${hex(account.projectId)}`, customer: `cus_${hex(account.projectId)}`, workspaceId: account.projectId };
  const step = subscribe({ ...wanted, plan, billingCycle: 'monthly', status }, Math.floor(Date.now() / 1_000) - secondsAgo);
  return subscriptionEvent(id, { ...step, event: 'updated' });
}

const hex = (id: string): string => id.replaceAll('-', '');

const sign = (payload: object, options: { readonly secret?: string; readonly secondsAgo?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload: JSON.stringify(payload),
    secret: options.secret ?? secret,
    timestamp: Math.floor(Date.now() / 1000) - (options.secondsAgo ?? 0),
  });

const deliver = (payload: object, signature = sign(payload)): Promise<Answer> =>
  service.call('POST', '/v1/billing/provider-webhook', payload, { 'stripe-signature': signature });

const standing = async () => {
  const { plan, billing_status } = (await service.call('GET', '/v1/billing/status', undefined, account.session)).body;
  return [plan, billing_status];
};

const appliedEvents = async () =>
  (await service.parts.store.read(`billing-${account.organizationId}`)).filter(({ type }) => type === 'ProviderEventApplied').length;

it('applies a signed event, and a replay of it not once more', async () => {
  const payload = event({ plan: 'growth', id: `evt_${newId()}` });
  expect([(await deliver(payload)).status, (await deliver(payload)).status]).toEqual([200, 200]);
  expect(await standing()).toEqual(['growth', 'active']);
  expect(await appliedEvents()).toBe(1);
});

it('applies ten deliveries of one event at once a single time', async () => {
  const payload = event({ plan: 'pro' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(payload)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await appliedEvents()).toBe(1);
});

it('lets the newest event stand, whatever the order of arrival', async () => {
  await deliver(event({ plan: 'pro', status: 'past_due', secondsAgo: 10 }));
  const late = await deliver(event({ plan: 'starter', secondsAgo: 60 }));
  expect([late.status, await standing()]).toEqual([200, ['pro', 'past_due']]);
  await deliver(event({ plan: 'growth', secondsAgo: 5 }));
  expect(await standing()).toEqual(['growth', 'active']);
});

it('is not undone by the creation that arrives after the update of the same second', async () => {
  const updated = event({ plan: 'growth' });
  const created = { ...event({ plan: 'growth', status: 'incomplete' }), type: 'customer.subscription.created', created: updated.created };
  await deliver(updated);
  expect((await deliver(created)).status).toBe(200);
  expect(await standing()).toEqual(['growth', 'active']);
});

it('does not let a replayed older event bring an earlier plan back', async () => {
  const older = event({ plan: 'starter', secondsAgo: 60 });
  await deliver(older);
  await deliver(event({ plan: 'pro', secondsAgo: 30 }));
  await deliver(older);
  expect(await standing()).toEqual(['pro', 'active']);
});

describe('what is not signed by the provider', () => {
  it.each([
    ['another secret', (payload: object) => sign(payload, { secret: 'whsec_other' })],
    ['a signature of other content', () => sign(event({ plan: 'playground' }))],
    ['a signature of ten minutes ago', (payload: object) => sign(payload, { secondsAgo: 600 })],
    ['no signature', () => ''],
    ['nonsense', () => 't=now,v1=zz'],
  ])('%s changes nothing', async (_, signature) => {
    const payload = event({ plan: 'pro' });
    const { status, body } = await deliver(payload, signature(payload));
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(await standing()).toEqual(['playground', 'active']);
  });

  it('is refused by a service that has no secret', async () => {
    const open = await startService({ PAYMENT_WEBHOOK_SECRET: '' });
    try {
      const payload = event({ plan: 'pro' });
      const sent = { 'stripe-signature': sign(payload, { secret: '' }) };
      expect((await open.call('POST', '/v1/billing/provider-webhook', payload, sent)).status).toBe(400);
    } finally {
      await open.stop();
    }
  });
});

it('refuses the customer of another organization, and a second customer of one', async () => {
  await deliver(event({ plan: 'growth', secondsAgo: 9 }));
  const mine = account;
  account = await register(service.call);
  const foreign = { ...event({ plan: 'pro' }) };
  Object.assign(foreign.data.object, { customer: `cus_${hex(mine.projectId)}` });
  expect((await deliver(foreign)).body.outcome).toBe('unknown_customer');
  expect(await standing()).toEqual(['playground', 'active']);
  account = mine;
  const second = event({ plan: 'pro' });
  Object.assign(second.data.object, { customer: `cus_${newId().replaceAll('-', '')}` });
  expect((await deliver(second)).body.outcome).toBe('unknown_customer');
  expect(await standing()).toEqual(['growth', 'active']);
});

it('a secret is rotated without a lost event: the other one is accepted while it is set, and refused when it is not', async () => {
  const payload = event({ plan: 'pro' });
  const next = { secret: 'whsec_next' };
  expect((await deliver(payload, sign(payload, next))).status).toBe(400);
  const rotating = await startService({ PAYMENT_WEBHOOK_SECRET: secret, PAYMENT_WEBHOOK_OTHER_SECRET: 'whsec_next' });
  try {
    for (const signature of [sign(payload), sign(payload, next)]) {
      const answer = await rotating.call('POST', '/v1/billing/provider-webhook', payload, { 'stripe-signature': signature });
      expect(answer.status).toBe(200);
    }
  } finally {
    await rotating.stop();
  }
});

it.each([0, 1, 7])('an event with byte %i from its end altered changes nothing', async (fromEnd) => {
  const payload = JSON.stringify(event({ plan: 'pro' }));
  const at = payload.length - 1 - fromEnd;
  const altered = payload.slice(0, at) + String.fromCharCode(payload.charCodeAt(at) ^ 1) + payload.slice(at + 1);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(`${service.url}/v1/billing/provider-webhook`, { method: 'POST', headers, body: altered });
  expect(answer.status).toBe(400);
  expect(await standing()).toEqual(['playground', 'active']);
});

it('acknowledges what concerns nobody here, or no subscription', async () => {
  const stranger = { ...event({ plan: 'pro' }) };
  Object.assign(stranger.data.object, { customer: 'cus_nobody', metadata: { workspace_id: newId() } });
  expect(await deliver(stranger)).toMatchObject({ status: 200, body: { outcome: 'unknown_customer' } });
  expect((await deliver({ ...event({ plan: 'pro' }), type: 'invoice.paid' })).status).toBe(200);
  expect(await standing()).toEqual(['playground', 'active']);
});
