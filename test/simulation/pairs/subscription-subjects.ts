import type { PaymentEvent } from '@pps/billing';
import { billingStream, customerStream } from '@pps/billing/events';
import { organizationStream } from '@pps/workspaces/events';
import { derivedId } from '@pps/kernel';
import { startCheckout, takePaymentEvent, type PaymentDeps } from '@pps/use-cases';
import type { Subject } from './check-pair';
import { given } from './open-project';
import type { PairCommand, Request } from './pair-command';
import { pairDeps } from './pair-deps';
import { organizationId, projectId, PairWorld } from './pair-world';
import { finish } from './settle';
import { statesOf } from './states-of';

const [begun, thisSecond] = ['2026-11-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z'];
const terms = {
  ...({ subscriptionId: 'sub_1', plan: 'growth', providerStatus: 'active', billingCycle: 'monthly' } as const),
  ...{ periodStart: begun, periodEnd: '2026-12-01T00:00:00.000Z', cancelAt: null, trialEnd: null, subscribedAt: begun },
};

/** An organization with a subscription, last reported before, or within this second. */
async function start(occurredAt: string) {
  const world = new PairWorld();
  given(world, organizationStream, organizationId, {
    type: 'OrganizationRegistered',
    data: {
      organizationId,
      ownerUserId: derivedId('user'),
      productionProjectId: projectId,
      profileRef: 'p',
      registeredAt: begun,
    },
  });
  const owner = { organizationId, projectId };
  given(world, customerStream, 'cus_1', { type: 'PaymentCustomerClaimed', data: { ...owner, claimedAt: begun } });
  const applied = { ...terms, eventId: 'evt_0', occurredAt, kind: 'updated', provider: 'stripe', customerId: 'cus_1' } as const;
  given(
    world,
    billingStream,
    organizationId,
    { type: 'SubscriptionStarted', data: { organizationId, plan: 'playground', status: 'active', startedAt: begun } },
    { type: 'PaymentCustomerAssigned', data: { provider: 'stripe', customerId: 'cus_1', assignedAt: begun } },
    { type: 'ProviderEventApplied', data: applied },
    { type: 'PlanChanged', data: { plan: 'growth', changedAt: begun, decidedBy: 'payment_provider' } },
  );
  return world.end();
}

function paymentDeps({ world, task, deps }: Request): PaymentDeps {
  const client = world.payments.seenBy(task);
  const { streams, live, clock } = deps;
  const vault = world.vault.seenBy(task);
  return {
    streams,
    live,
    vault,
    payments: { client, requireClient: () => client },
    clock,
    appUrl: 'https://app.example',
    log: () => undefined,
  } as never;
}

/** Something happens at the provider, which tells of it. */
const told = (name: string, happen: (request: Request) => Promise<PaymentEvent>): PairCommand => ({
  name,
  run: async (request) => takePaymentEvent(paymentDeps(request), await happen(request)),
});

const changed = (
  what: string,
  ...[id, changes, kind]: Parameters<PairWorld['payments']['change']> extends [string, ...infer Rest] ? Rest : never
) => told(what, ({ world, task }) => world.payments.change(task, id, changes, kind));

const commands: readonly PairCommand[] = [
  changed('is past due', 'sub_1', { providerStatus: 'past_due' }, 'updated'),
  changed('is unpaid', 'sub_1', { providerStatus: 'unpaid' }, 'updated'),
  changed('moves to pro', 'sub_1', { plan: 'pro' }, 'updated'),
  changed('is set to end', 'sub_1', { cancelAt: '2026-12-01T00:00:00.000Z' }, 'updated'),
  changed('ends', 'sub_1', { providerStatus: 'canceled' }, 'deleted'),
  changed('a second one begins', 'sub_2', { plan: 'starter', providerStatus: 'active', cancelAt: null }, 'created'),
  told('the customer is deleted', ({ world, task }) => world.payments.deleteCustomer(task, 'cus_1')),
  {
    name: 'checkout',
    isForLater: ['service_unavailable'],
    run: (request) => startCheckout(paymentDeps(request), request.principal, { plan: 'pro', billingCycle: 'monthly' }),
  },
];

/** What the provider has done by itself is told at last. */
async function settle(world: PairWorld): Promise<void> {
  for (let event = world.payments.untold.shift(); event; event = world.payments.untold.shift()) {
    const [told, task] = [event, 'afterwards'];
    await finish(world, async () => {
      const principal = await world.principal(task);
      await takePaymentEvent(paymentDeps({ world, task, deps: pairDeps(world, task), principal }), told);
    });
  }
}

const stateIn = (world: PairWorld) => {
  const state = statesOf(billingStream, world.log.facts).get(organizationId);
  if (state?.kind !== 'started') throw new Error('the organization has no plan');
  return state;
};

function end(world: PairWorld): unknown {
  const { plan, status, customerId, provider, openCheckouts } = stateIn(world);
  return { plan, status, customerId, cancelAt: provider?.cancelAt, pages: openCheckouts.length, open: world.payments.openPages.size };
}

/** What is known is what the provider has. */
function breach(world: PairWorld): string | null {
  const { subscriptions } = stateIn(world);
  for (const [id, theirs] of world.payments.subscriptions) {
    const ours = subscriptions.find(({ subscriptionId }) => subscriptionId === id);
    const seen = (each: typeof ours | typeof theirs) =>
      each?.providerStatus === 'canceled' ? 'canceled' : JSON.stringify([each?.providerStatus, each?.plan, each?.cancelAt]);
    if (seen(ours) !== seen(theirs)) return `of ${id} is known ${seen(ours)}, the provider has ${seen(theirs)}`;
  }
  const live = [...world.payments.subscriptions.values()].filter(({ providerStatus }) => providerStatus !== 'canceled');
  if (live.length > 1) return 'the customer pays for two subscriptions';
  return world.payments.openPages.size > 1 ? 'two pages are open where a plan can be bought' : null;
}

/** A subscription of which several things are told within one second, the first of them or later ones. */
export const subscriptionSubjects: readonly Subject[] = [
  ['a subscription', begun],
  ['a subscription of this second', thisSecond],
].map(([name = '', occurredAt = '']) => ({
  name,
  start: () => start(occurredAt),
  commands,
  prepare: (world) => {
    world.payments.subscriptions.set('sub_1', { ...terms, customerId: 'cus_1', endsWithPeriod: false, priceIds: [] });
  },
  settle,
  end,
  breach,
}));
