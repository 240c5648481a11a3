import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { applyProviderEvent, isAmbiguous, notePayment, reconcileSubscription, setSubscription } from './provider-event.decider';
import { after, dayOf, event, standing, started, type Report } from './provider-reports.fixture';
import { subscription } from './subscription.stream';
import type { ProviderEventKind, ProviderStatus, SubscriptionFact } from './subscription.events';

describe('what the payment provider reports', () => {
  it('changes plan and standing, once', () => {
    const decide = (state: Parameters<typeof applyProviderEvent>[1]) => applyProviderEvent(event({ providerStatus: 'past_due' }), state);
    const facts = given(subscription, started).when(decide);
    expect(facts.map(({ type }) => type)).toEqual(['ProviderEventApplied', 'PlanChanged', 'BillingStatusChanged']);
    expect(fold(subscription, [started, ...facts])).toMatchObject({
      plan: 'growth',
      status: 'past_due',
      provider: { billingCycle: 'monthly' },
    });
    expect(given(subscription, started).twice(decide)).toEqual([]);
  });

  it.each<[ProviderStatus, string, string]>([
    ['incomplete', 'playground', 'active'],
    ['incomplete_expired', 'playground', 'active'],
    ['trialing', 'growth', 'trialing'],
    ['active', 'growth', 'active'],
    ['past_due', 'growth', 'past_due'],
    ['unpaid', 'growth', 'unpaid'],
    ['paused', 'growth', 'unpaid'],
    ['canceled', 'playground', 'canceled'],
  ])('as %s is plan %s, %s', (providerStatus, plan, status) => {
    expect(standing({ providerStatus })).toEqual([plan, status]);
  });

  it('holds in the right sense whatever the order of arrival', () => {
    expect(standing({ day: 3, plan: 'pro' }, { day: 2, plan: 'growth' })).toEqual(['pro', 'active']);
  });

  it.each([
    ['created', 'updated', 'the second'],
    ['updated', 'created', 'the first'],
    ['deleted', 'updated', 'the first'],
    ['updated', 'updated', 'the second'],
  ] as const)('events of the same second: after %s, %s arrives and %s holds', (before, then, which) => {
    const ends = (kind: ProviderEventKind) => (kind === 'deleted' ? { providerStatus: 'canceled' as const } : {});
    const facts = after({ kind: before, plan: 'starter', ...ends(before) }, { kind: then, plan: 'pro' });
    expect(facts.filter(({ type }) => type === 'ProviderEventApplied')).toHaveLength(which === 'the second' ? 2 : 1);
  });

  it('of the same second that say different things are ambiguous, and only those', () => {
    const state = fold(subscription, after({ plan: 'starter' }));
    expect(isAmbiguous(event({ id: 'evt_9', plan: 'pro' }), state)).toBe(true);
    expect(isAmbiguous(event({ id: 'evt_9', plan: 'starter' }), state)).toBe(false);
    expect(isAmbiguous(event({ id: 'evt_9', plan: 'pro', day: 3 }), state)).toBe(false);
    expect(isAmbiguous(event({ id: 'evt_9', plan: 'pro', subscriptionId: 'sub_2' }), state)).toBe(false);
    expect(isAmbiguous(event({ id: 'evt_9', plan: 'pro', kind: 'deleted' }), state)).toBe(false);
  });

  it('never brings back what has ended, however late or new it says it is', () => {
    expect(standing({ day: 3, providerStatus: 'canceled' }, { day: 2 }, { day: 4 })).toEqual(['playground', 'canceled']);
  });
});

describe('of several subscriptions of one customer', () => {
  const second = { subscriptionId: 'sub_2', subscribedAt: '2026-01-03T00:00:00.000Z' };

  it('the end of an old one does not end a newer', () => {
    expect(standing({}, { ...second, plan: 'pro', day: 3 }, { providerStatus: 'canceled', day: 4 })).toEqual(['pro', 'active']);
  });

  it('the one that may publish holds, then the larger plan', () => {
    expect(standing({ plan: 'pro', providerStatus: 'past_due' }, { ...second, plan: 'starter' })).toEqual(['starter', 'active']);
    expect(standing({ plan: 'pro' }, { ...second, plan: 'starter', day: 3 })).toEqual(['pro', 'active']);
    expect(standing({ plan: 'pro' }, { ...second, plan: 'starter', day: 3 }, { providerStatus: 'canceled', day: 4 })).toEqual([
      'starter',
      'active',
    ]);
  });

  it('the same holds whatever the order of arrival', () => {
    const reports: Report[] = [
      { id: 'a', plan: 'pro' },
      { id: 'b', ...second, plan: 'growth', day: 3 },
      { id: 'c', plan: 'pro', providerStatus: 'canceled', kind: 'deleted', day: 4 },
    ];
    for (const order of permutations(reports)) expect(standing(...order)).toEqual(['growth', 'active']);
  });

  it('of 2,000 that have ended the state remembers 100', () => {
    const ended = Array.from({ length: 2_000 }, (_, n): SubscriptionFact[] => {
      const {
        eventId,
        occurredAt,
        kind,
        customerId,
        subscription: reported,
      } = event({
        ...{ id: `evt_${n}`, subscriptionId: `sub_${n}`, providerStatus: 'canceled' },
      });
      const { plan, ...said } = reported;
      return [
        {
          type: 'ProviderEventApplied',
          data: { eventId, occurredAt, kind, provider: 'stripe', customerId, ...said, plan: plan ?? 'growth' },
        },
      ];
    }).flat();
    const state = fold(subscription, [started, ...ended]);
    expect(state.kind === 'started' && state.subscriptions.length).toBe(100);
  });
});

describe('what was read from the provider', () => {
  const read = (changes: Report) => ({ customerId: 'cus_1', subscription: event(changes).subscription, readAt: dayOf(9) });

  it('mends what differs, and is silent when nothing does', () => {
    const facts = after({ plan: 'growth' });
    const state = fold(subscription, facts);
    expect(reconcileSubscription(read({ plan: 'growth' }), state)).toEqual([]);
    const mended = reconcileSubscription(read({ plan: 'pro', providerStatus: 'past_due' }), state);
    expect(fold(subscription, [...facts, ...mended])).toMatchObject({ plan: 'pro', status: 'past_due' });
  });

  it('keeps older events from being applied after it, newer ones not', () => {
    const facts = after({});
    const mended = [...facts, ...reconcileSubscription(read({ plan: 'pro' }), fold(subscription, facts))];
    expect(applyProviderEvent(event({ id: 'late', day: 5 }), fold(subscription, mended))).toEqual([]);
    expect(applyProviderEvent(event({ id: 'new', day: 10 }), fold(subscription, mended))).not.toEqual([]);
  });
});

describe('what an operator sets', () => {
  const at = '2026-01-02T00:00:00.000Z';

  it('is a change only where it changes', () => {
    expect(given(subscription, started).when((state) => setSubscription({ plan: 'playground', status: 'active', at }, state))).toEqual([]);
    expect(given(subscription, started).when((state) => setSubscription({ plan: 'pro', at }, state))).toMatchObject([
      { type: 'PlanChanged' },
    ]);
  });

  it('is not ended by a late word of a subscription that ended before', () => {
    const set: SubscriptionFact = { type: 'PlanChanged', data: { plan: 'enterprise', changedAt: at, decidedBy: 'operator' } };
    expect(standing(set, { providerStatus: 'canceled' })).toEqual(['enterprise', 'active']);
    expect(standing(set, { providerStatus: 'incomplete' })).toEqual(['enterprise', 'active']);
    expect(standing({}, set, { day: 3, providerStatus: 'canceled' })).toEqual(['playground', 'canceled']);
  });
});

it('a refund is noted once and changes no plan', () => {
  const note = {
    eventId: 'evt_r',
    kind: 'refunded',
    objectId: 'ch_1',
    amount: 1_900,
    currency: 'usd',
    outcome: null,
    occurredAt: dayOf(2),
  } as const;
  expect(given(subscription, started).when((state) => notePayment(note, state))).toEqual([{ type: 'PaymentNoted', data: note }]);
  expect(given(subscription, started).twice((state) => notePayment(note, state))).toEqual([]);
});

it('an older report without a name stays what it was, and nothing older than it is applied', () => {
  const unnamed: SubscriptionFact = {
    type: 'ProviderEventApplied',
    data: {
      ...{ eventId: 'evt_old', occurredAt: dayOf(5), provider: 'stripe' as const, billingCycle: 'annual' as const },
      ...{ periodStart: null, periodEnd: null, cancelAt: null },
    },
  };
  expect(fold(subscription, [started, unnamed])).toMatchObject({ provider: { billingCycle: 'annual' } });
  expect(standing(unnamed, { day: 4 })).toEqual(['playground', 'active']);
  expect(standing(unnamed, { day: 6 })).toEqual(['growth', 'active']);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, n) => permutations([...items.slice(0, n), ...items.slice(n + 1)]).map((rest) => [item, ...rest]));
}
