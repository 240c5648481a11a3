import { fold } from '@pps/kernel';
import type Stripe from 'stripe';
import { applyProviderEvent, notePayment } from '../subscription/provider-event.decider';
import { subscription } from '../subscription/subscription.stream';
import type { SubscriptionFact } from '../subscription/subscription.events';
import { fromStripeEvent } from './stripe-event';
import { planItemOf } from './stripe-subscription';

const started: SubscriptionFact = {
  type: 'SubscriptionStarted',
  data: { organizationId: 'o', plan: 'playground', status: 'active', startedAt: '2026-01-01T00:00:00.000Z' },
};
const december9999 = '9999-12-31T00:00:00.000Z';

const price = { lookup_key: 'growth_monthly', recurring: { interval: 'month' } };
const bought = {
  ...{ id: 'sub_1', customer: 'cus_1', status: 'active', created: 1_767_348_000, metadata: { workspace_id: 'w' } },
  items: { data: [{ price, current_period_start: 1_767_348_000, current_period_end: 1_770_026_400 }] },
};
const charge = { id: 'ch_1', customer: 'cus_1', amount_refunded: 1_900, currency: 'usd' };

/** The event about the object, as the webhook reads it from JSON. */
const taken = (
  object: unknown,
  { type = 'customer.subscription.updated', id = 'evt_1' as unknown, created = 1_767_348_000 as unknown } = {},
) => fromStripeEvent(JSON.parse(JSON.stringify({ id, type, created, data: { object } })) as Stripe.Event);

const reported = (changes: object) => {
  const event = taken({ ...bought, ...changes });
  return event?.kind === 'subscription' ? event.event.subscription : null;
};

const noted = (changes: object, type = 'charge.refunded') => {
  const event = taken({ ...charge, ...changes }, { type });
  return event?.kind === 'payment' ? event.note : null;
};

it.each<[string, object]>([
  ['a status that is none', { status: 'on_holiday' }],
  ['a status named like what every object has', { status: 'constructor' }],
  ['an id with U+0000', { id: 'sub_\u0000' }],
  ['an id of a megabyte', { id: 's'.repeat(1_000_000) }],
  ['half an emoji for an id', { id: '\ud83d' }],
  ['a customer with U+0000', { customer: 'cus_\u0000' }],
  ['a customer that is none', { customer: null }],
])('%s concerns nothing here', (_, changes) => {
  expect(taken({ ...bought, ...changes })).toBeNull();
});

it.each<[string, object]>([
  ['a plan of another product', { items: { data: [{ price: { lookup_key: 'gold_monthly' } }] } }],
  ['a plan named like what every object has', { items: { data: [{ price: { lookup_key: '__proto___monthly' } }] } }],
  ['an add-on named after a plan', { items: { data: [{ price: { lookup_key: 'growth_monthly_seats' } }] } }],
  ['a price without a key', { items: { data: [{ price: { lookup_key: null } }] } }],
  ['no price', { items: { data: [{ price: null }] } }],
  ['no item', { items: { data: [null, 7] } }],
  ['no items', { items: { data: [] } }],
  ['nothing where items are', { items: null }],
])('%s is of no plan, and of a subscription all the same', (_, changes) => {
  expect(reported(changes)).toMatchObject({ subscriptionId: 'sub_1', plan: null, providerStatus: 'active' });
});

it('of several items the one that is a plan counts, wherever it stands', () => {
  const addOn = { price: { id: 'price_addon', lookup_key: null, recurring: { interval: 'year' } }, current_period_end: 1 };
  const items = { data: [addOn, ...bought.items.data] };
  expect(reported({ items })).toMatchObject({ plan: 'growth', billingCycle: 'monthly', periodEnd: '2026-02-02T10:00:00.000Z' });
  expect(
    planItemOf({
      ...bought,
      items: {
        data: [
          { ...addOn, id: 'si_1' },
          { id: 'si_2', price },
        ],
      },
    } as never),
  ).toBe('si_2');
  expect(planItemOf({ ...bought, items: { data: [{ ...addOn, id: 'si_1' }] } } as never)).toBe('si_1');
  expect(
    planItemOf({
      ...bought,
      items: {
        data: [
          { ...addOn, id: 'si_1' },
          { ...addOn, id: 'si_3' },
        ],
      },
    } as never),
  ).toBeNull();
});

it('an object of an older version has its period beside its items, and its end without a date', () => {
  const older = { items: { data: [{ price }] }, current_period_start: 1_767_348_000, current_period_end: 1_770_026_400 };
  expect(reported({ ...older, cancel_at_period_end: true, cancel_at: null })).toMatchObject({
    ...{ plan: 'growth', periodStart: '2026-01-02T10:00:00.000Z', periodEnd: '2026-02-02T10:00:00.000Z' },
    cancelAt: '2026-02-02T10:00:00.000Z',
  });
});

it('what is deleted has ended, whatever its status is called', () => {
  const event = taken({ ...bought, status: 'on_holiday' }, { type: 'customer.subscription.deleted' });
  expect(event?.kind === 'subscription' && event.event.subscription.providerStatus).toBe('canceled');
});

it('a customer that is deleted is told of by its id', () => {
  expect(taken({ id: 'cus_1' }, { type: 'customer.deleted' })).toMatchObject({ kind: 'customer_deleted', customerId: 'cus_1' });
  expect(taken({ id: 'cus_\u0000' }, { type: 'customer.deleted' })).toBeNull();
});

it.each([null, 7, 'text', [], {}])('an event about %j concerns nothing here', (object) => {
  expect(taken(object)).toBeNull();
});

it('times past the year 9999 are its last day, those before 1970 its first second, and what is no time is none', () => {
  expect(reported({ trial_end: 1e300, cancel_at: 253_402_300_800 })).toMatchObject({ trialEnd: december9999, cancelAt: december9999 });
  expect(reported({ trial_end: -1e300 })).toMatchObject({ trialEnd: '1970-01-01T00:00:00.000Z' });
  expect(reported({ trial_end: 'tomorrow', cancel_at: {} })).toMatchObject({ trialEnd: null, cancelAt: null });
});

it('amounts below 0 stay what they are, what is no amount is 0, and an unknown currency is three characters', () => {
  expect(noted({ amount_refunded: -1_900 })).toMatchObject({ amount: -1_900 });
  for (const amount_refunded of [1e300, 0.5, '19', null, {}]) expect(noted({ amount_refunded })?.amount).toBe(0);
  expect(noted({ currency: 'doubloons' })?.currency).toHaveLength(3);
});

it.each(['📌'.repeat(300), '\ud83d', 'a\u0000b', 'x'.repeat(100_000)])('text of others is cut and whole: %#', (said) => {
  const note = noted({ id: said, status: said, currency: said, charge: 'ch_1' }, 'charge.dispute.created');
  const event = taken(bought, { id: said });
  const texts = [note?.objectId, note?.outcome, note?.currency, event?.kind === 'subscription' ? event.event.eventId : undefined];
  for (const text of texts) {
    expect([...(text ?? '')].length).toBeLessThanOrEqual(255);
    expect(text).not.toMatch(/\u0000/);
    expect(text).toBe(Buffer.from(text ?? '').toString());
  }
});

it('takes 2,001 subscriptions and as many refunds of one customer, and remembers a bounded part of them', () => {
  let state = fold(subscription, [started]);
  for (let n = 0; n < 2_001; n++) {
    const event = taken({ ...bought, id: `sub_${n}`, status: n % 2 === 0 ? 'canceled' : 'incomplete_expired' }, { id: `evt_${n}` });
    const note = taken(charge, { type: 'charge.refunded', id: `evt_r${n}` });
    if (event?.kind !== 'subscription' || note?.kind !== 'payment') throw new Error('the event is none');
    state = fold(subscription, applyProviderEvent(event.event, state), state);
    state = fold(subscription, notePayment(note.note, state), state);
  }
  expect(state).toMatchObject({ plan: 'playground', status: 'canceled' });
  expect(JSON.stringify(state).length).toBeLessThan(60_000);
});
