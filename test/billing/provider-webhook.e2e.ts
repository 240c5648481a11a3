import { newId } from '@pps/kernel';
import Stripe from 'stripe';
import { subscriptionEvent } from '../../apps/simulators/payments/subscription-event';
import { register, type Account } from '../setup/account';
import type { Answer } from '../setup/caller';
import { startService, type RunningService } from '../setup/running-service';

const secret = `whsec_${newId()}`;
let service: RunningService;
let account: Account;
beforeAll(async () => (service = await startService({ PAYMENT_WEBHOOK_SECRET: secret })), 60_000);
afterAll(() => service.stop());
beforeEach(async () => (account = await register(service.call)));

interface EventFields {
  readonly plan: string;
  readonly status?: string;
  readonly secondsAgo?: number;
  readonly id?: string;
}

/** The provider's event about the account's subscription, as its simulator writes one. */
function event({ plan, status = 'active', secondsAgo = 0, id = `evt_${newId()}` }: EventFields) {
  const row = { id: 'sub_1', workspaceId: account.projectId, plan, status, billingCycle: 'monthly' as const };
  return subscriptionEvent(id, row, new Date(Date.now() - secondsAgo * 1000));
}

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

it('acknowledges what concerns nobody here, or no subscription', async () => {
  const stranger = { ...event({ plan: 'pro' }) };
  stranger.data.object.metadata.workspace_id = newId();
  expect((await deliver(stranger)).status).toBe(200);
  expect((await deliver({ ...event({ plan: 'pro' }), type: 'invoice.paid' })).status).toBe(200);
  expect(await standing()).toEqual(['playground', 'active']);
});
