import { applyReportedSubscription, fromStripeEvent } from '@pps/billing';
import type { SubscriptionFact, SubscriptionState } from '@pps/billing/events';
import { billingStream } from '@pps/billing/events';
import { fold } from '@pps/kernel';
import { followed, fromStripeSubscription } from '@pps/billing/testing';
import type Stripe from 'stripe';
import { subscriptionObject } from '../../apps/simulators/payments/stripe-objects.state';
import { seededRandom } from '@pps/kernel/testing';
import { paymentHistory, type Chance } from './payment-history';

export interface HistoryRun {
  readonly events: number;
  readonly deliveries: number;
  readonly reads: number;
  /** What the service says of each subscription, and what the provider's object says. */
  readonly ours: ReadonlyMap<string, object>;
  readonly theirs: ReadonlyMap<string, object>;
  readonly state: SubscriptionState;
}

const origin = { actor: { type: 'payment_provider' as const }, occurredAt: '2026-01-01T00:00:00.000Z' };
const started: SubscriptionFact = {
  type: 'SubscriptionStarted',
  data: { organizationId: 'o', plan: 'playground', status: 'active', startedAt: origin.occurredAt },
};

/** Lets the service take the events of a generated life while it goes on, and what is left afterwards: late, in any order, some of them again. */
export async function runPaymentHistory(seed: number): Promise<HistoryRun> {
  const chance = chanceFrom(seed);
  const history = paymentHistory(chance, 'cus_1', 'w');
  let [state, reads, deliveries, events] = [fold(billingStream.decider, [started]), 0, 0, 0];
  const streams = {
    load: async () => ({ state }),
    decide: async (_type: unknown, _id: string, _origin: unknown, decide: (known: SubscriptionState) => readonly SubscriptionFact[]) => {
      state = fold(billingStream.decider, decide(state), state);
      return { state };
    },
  };
  const payments = {
    readSubscription: async (id: string) => {
      reads++;
      const subscription = reported(history.rows.get(id));
      return subscription && { customerId: 'cus_1', subscription, readAt: new Date((history.now() - 1) * 1_000).toISOString() };
    },
  };
  const deliver = async (event: object): Promise<void> => {
    deliveries++;
    const taken = fromStripeEvent(event as Stripe.Event);
    if (taken?.kind !== 'subscription') throw new Error('the event is none of ours');
    await applyReportedSubscription({ streams, payments } as never, 'o', taken.event, origin);
  };

  let waiting: object[] = [];
  for (let steps = 3 + chance(25); steps > 0; steps--) {
    const made = history.step();
    events += made.length;
    waiting.push(...made, ...made.filter(() => chance(4) === 0));
    while (waiting.length > 0 && chance(3) === 0) await deliver(takeOne(waiting, chance));
  }
  waiting = [...waiting, ...waiting.filter(() => chance(2) === 0)];
  while (waiting.length > 0) await deliver(takeOne(waiting, chance));

  const theirs = new Map([...history.rows.values()].map((row) => [row.id, asFollowed(row) ?? {}]));
  const known = state.kind === 'none' ? [] : state.subscriptions;
  const ours = new Map(known.map((each) => [each.subscriptionId, withoutEvent(each)]));
  return { events, deliveries, reads, ours, theirs, state };
}

function withoutEvent(subscription: object): object {
  const fields = Object.entries(subscription).filter(
    ([name]) => !['eventId', 'eventAt', 'eventKind', 'isNeverCompleted', 'wasCompleted'].includes(name),
  );
  return Object.fromEntries(fields);
}

const reported = (row: Parameters<typeof subscriptionObject>[0] | undefined) =>
  row === undefined ? null : fromStripeSubscription(subscriptionObject(row) as unknown as Stripe.Subscription);

const asFollowed = (row: Parameters<typeof subscriptionObject>[0]) => {
  const seen = reported(row);
  return seen && followed(seen, undefined);
};

const takeOne = (waiting: object[], chance: Chance): object => waiting.splice(chance(waiting.length), 1)[0] ?? {};

function chanceFrom(seed: number): Chance {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}
