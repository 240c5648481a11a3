import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { applyProviderEvent, setSubscription, type ProviderEvent } from './provider-event.decider';
import { subscription } from './subscription.decider';
import type { SubscriptionFact } from './subscription.events';

const started: SubscriptionFact = {
  type: 'SubscriptionStarted',
  data: { organizationId: 'o', plan: 'playground', status: 'active', startedAt: '2026-01-01T00:00:00.000Z' },
};
const event = (changes: Partial<ProviderEvent> = {}): ProviderEvent => ({
  eventId: 'evt_1',
  occurredAt: '2026-01-02T00:00:00.000Z',
  kind: 'updated',
  plan: 'growth',
  status: 'active',
  billingCycle: 'monthly',
  periodStart: null,
  periodEnd: null,
  cancelAt: null,
  ...changes,
});

describe('what the payment provider reports', () => {
  it('changes plan and standing, once', () => {
    const decide = (state: Parameters<typeof applyProviderEvent>[1]) => applyProviderEvent(event({ status: 'past_due' }), state);
    const facts = given(subscription, started).when(decide);
    expect(facts.map(({ type }) => type)).toEqual(['ProviderEventApplied', 'PlanChanged', 'BillingStatusChanged']);
    expect(fold(subscription, [started, ...facts])).toMatchObject({ plan: 'growth', status: 'past_due' });
    expect(given(subscription, started).twice(decide)).toEqual([]);
  });

  it('holds in the right sense whatever the order of arrival', () => {
    const later = event({ eventId: 'evt_2', occurredAt: '2026-01-03T00:00:00.000Z', plan: 'pro' });
    const facts = given(subscription, started).when((state) => applyProviderEvent(later, state));
    expect(given(subscription, started, ...facts).when((state) => applyProviderEvent(event(), state))).toEqual([]);
  });

  it.each([
    ['created', 'updated', 'the second'],
    ['updated', 'created', 'the first'],
    ['deleted', 'updated', 'the first'],
    ['updated', 'updated', 'the second'],
  ] as const)('events of the same second: after %s, %s arrives and %s holds', (before, after, which) => {
    const first = event({ kind: before, plan: 'starter' });
    const facts = given(subscription, started).when((state) => applyProviderEvent(first, state));
    const second = event({ eventId: 'evt_2', kind: after, plan: 'pro' });
    const then = given(subscription, started, ...facts).when((state) => applyProviderEvent(second, state));
    expect(fold(subscription, [started, ...facts, ...then])).toMatchObject({ plan: which === 'the second' ? 'pro' : 'starter' });
  });
});

it('is set by an operator only where it changes', () => {
  const at = '2026-01-02T00:00:00.000Z';
  expect(given(subscription, started).when((state) => setSubscription({ plan: 'playground', status: 'active', at }, state))).toEqual([]);
  expect(given(subscription, started).when((state) => setSubscription({ plan: 'pro', at }, state))).toMatchObject([
    { type: 'PlanChanged' },
  ]);
});
