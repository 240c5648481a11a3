import { WrongRevision } from '@pps/event-store';
import { fold } from '@pps/kernel';
import { applyProviderEvent } from '../subscription/provider-event.decider';
import type { SeenSubscription } from '../subscription/provider-subscription.policy';
import { subscription } from '../subscription/subscription.stream';
import type { SubscriptionFact } from '../subscription/subscription.events';
import { cancelDuplicateSubscriptions, type CancelDuplicatesDeps } from './cancel-duplicate-subscriptions';

const occurredAt = '2026-01-02T00:00:00.000Z';
const begun: readonly SubscriptionFact[] = [
  { type: 'SubscriptionStarted', data: { organizationId: 'o', plan: 'playground', status: 'active', startedAt: occurredAt } },
  { type: 'PaymentCustomerAssigned', data: { provider: 'stripe', customerId: 'cus_1', assignedAt: occurredAt } },
];

type Named = Pick<SeenSubscription, 'subscriptionId' | 'plan' | 'providerStatus'>;
const growth = { subscriptionId: 'sub_1', plan: 'growth', providerStatus: 'active' } as const;
const pro = { subscriptionId: 'sub_2', plan: 'pro', providerStatus: 'active' } as const;

const reported = (named: Named): SeenSubscription => ({
  ...{ endsWithPeriod: false, priceIds: [] },
  ...{ billingCycle: 'monthly', periodStart: null, periodEnd: null, cancelAt: null, trialEnd: null, subscribedAt: occurredAt },
  ...named,
});

/** An organization of which the log knows these subscriptions, at a provider that has those. */
function organization(known: readonly Named[], listed: readonly Named[]) {
  let facts = begun;
  for (const each of known) {
    const event = { eventId: `evt_${each.subscriptionId}`, occurredAt, kind: 'updated', customerId: 'cus_1' } as const;
    facts = [...facts, ...applyProviderEvent({ ...event, subscription: reported(each) }, fold(subscription, facts))];
  }
  const canceled: (readonly [string, boolean])[] = [];
  const deps = {
    streams: {
      load: async () => ({ state: fold(subscription, facts), revision: facts.length }),
      decide: async (
        _type: unknown,
        _id: string,
        _origin: unknown,
        decide: (state: unknown) => readonly SubscriptionFact[],
        { expectedRevision }: { readonly expectedRevision: number },
      ) => {
        if (expectedRevision !== facts.length) throw new WrongRevision('billing-o');
        facts = [...facts, ...decide(fold(subscription, facts))];
        return { revision: facts.length };
      },
    },
    payments: {
      async *listSubscriptions(customerId: string) {
        for (const each of listed) yield { customerId, subscription: reported(each), readAt: occurredAt };
      },
      cancelSubscription: async (id: string, { isCredited }: { isCredited: boolean }) => void canceled.push([id, isCredited]),
    },
    clock: () => new Date(occurredAt),
    log: () => undefined,
  };
  const found = () => facts.flatMap((fact) => (fact.type === 'DuplicateSubscriptionFound' ? [fact.data] : []));
  const cancel = () => cancelDuplicateSubscriptions(deps as unknown as CancelDuplicatesDeps, { organizationId: 'o', projectId: 'p' });
  return { deps, canceled, found, cancel };
}

it('cancels the one that does not hold, and says so once however often it comes by', async () => {
  const { cancel, canceled, found } = organization([growth, pro], [growth, pro]);
  await cancel();
  await cancel();
  expect(canceled).toEqual([
    ['sub_1', true],
    ['sub_1', true],
  ]);
  expect(found()).toMatchObject([{ subscriptionId: 'sub_1', plan: 'growth', retainedSubscriptionId: 'sub_2', isCredited: true }]);
});

it('says what it is about to do before it does it, so that a repeat after a failure ends it', async () => {
  const { deps, cancel, found } = organization([growth, pro], [growth, pro]);
  deps.payments.cancelSubscription = () => Promise.reject(new Error('no answer'));
  await expect(cancel()).rejects.toThrow('no answer');
  expect(found()).toHaveLength(1);
});

it('credits nothing of a subscription whose payment is late, and keeps the smaller one that is paid', async () => {
  const late = { ...pro, providerStatus: 'past_due' } as const;
  const { cancel, canceled } = organization([growth, late], [late, growth]);
  await cancel();
  expect(canceled).toEqual([['sub_2', false]]);
});

it.each<[string, readonly Named[], readonly Named[]]>([
  ['one subscription', [growth], [growth, pro]],
  ['one that ended at the provider, which was not reported yet', [growth, pro], [growth, { ...pro, providerStatus: 'canceled' }]],
  ['one that was never completed', [growth, { ...pro, providerStatus: 'incomplete' }], [growth, { ...pro, providerStatus: 'incomplete' }]],
  ['two that the provider does not list', [growth, pro], []],
])('leaves %s alone', async (_, known, listed) => {
  const { cancel, canceled, found } = organization(known, listed);
  await cancel();
  expect([canceled, found()]).toEqual([[], []]);
});

it('of two that look at once, one before the first became late and one after it, both cancel the same', async () => {
  const late = { ...pro, providerStatus: 'past_due' } as const;
  const { deps, cancel, canceled, found } = organization([pro, growth], []);
  const listings: (readonly Named[])[] = [[pro, growth]];
  deps.payments.listSubscriptions = async function* (customerId: string) {
    for (const each of listings.shift() ?? [late, growth]) yield { customerId, subscription: reported(each), readAt: occurredAt };
  };
  await Promise.all([cancel(), cancel()]);
  expect(new Set(canceled.map(([id]) => id))).toEqual(new Set(['sub_1']));
  expect(found()).toMatchObject([{ subscriptionId: 'sub_1', retainedSubscriptionId: 'sub_2' }]);
});
