import type { StripeClient } from '@pps/billing';
import { billingStream, type SubscriptionFact } from '@pps/billing/events';
import { reconcileSubscription } from '@pps/billing/testing';
import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { paymentCustomer, type PaymentDeps } from './payment-customer';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const at = '2026-01-06T09:00:00.000Z';
type Found = Awaited<ReturnType<StripeClient['findCustomer']>>;

/** An organization that pays for growth as the customer `cus_1...`, and what checkout makes of what the provider says of its customers. */
async function payingOrganization() {
  const [organizationId, userId, projectId] = [newId(), newId(), newId()];
  const [first, second] = [`cus_1${organizationId}`, `cus_2${organizationId}`].map((id) => id.replaceAll('-', ''));
  if (first === undefined || second === undefined) throw new Error('no ids');
  const assigned = { provider: 'stripe' as const, customerId: first, assignedAt: at };
  const facts: readonly SubscriptionFact[] = [
    { type: 'SubscriptionStarted', data: { organizationId, plan: 'playground', status: 'active', startedAt: at } },
    { type: 'PaymentCustomerAssigned', data: assigned },
  ];
  await streams.decide(billingStream, organizationId, someone, () => facts);
  const subscription = {
    ...({ endsWithPeriod: false, priceIds: [], subscriptionId: 'sub_1' } as const),
    ...({ plan: 'growth', providerStatus: 'active', billingCycle: 'monthly' } as const),
    ...{ periodStart: null, periodEnd: null, cancelAt: null, trialEnd: null, subscribedAt: at },
  };
  await streams.decide(billingStream, organizationId, someone, (state) =>
    reconcileSubscription({ customerId: first, subscription, readAt: at }, state),
  );
  const customerFor = async (said: Readonly<Record<string, Found>>) => {
    const payments = {
      findCustomer: async (id: string) => said[id] ?? 'unknown',
      readSubscription: async () => null,
      createCustomer: async () => second,
      describeCustomer: async () => undefined,
    } as unknown as StripeClient;
    const ids = { userId, organizationId, projectId, epoch: 0, asOf: await store.head() };
    const caller: Principal = { kind: 'session', environment: 'production', scopes: ['write'], accountIds: null, ...ids };
    const deps = { streams, live, vault: { get: async () => null }, clock: () => new Date(at), log: () => undefined };
    const customer = await paymentCustomer(deps as unknown as PaymentDeps, payments, caller);
    const { state } = await streams.load(billingStream, organizationId);
    return [customer, state.kind === 'none' ? null : state.plan];
  };
  return { first, second, customerFor };
}

it('a customer that was deleted is made anew, and what it subscribed has ended', async () => {
  const { first, second, customerFor } = await payingOrganization();
  expect(await customerFor({ [first]: 'deleted', [second]: 'present' })).toEqual([second, 'playground']);
});

it('a key of another account ends nothing, and the right one finds its customer again', async () => {
  const { first, second, customerFor } = await payingOrganization();
  expect(await customerFor({ [second]: 'present' })).toEqual([second, 'growth']);
  expect(await customerFor({ [second]: 'present' })).toEqual([second, 'growth']);
  expect(await customerFor({ [first]: 'present' })).toEqual([first, 'growth']);
});
