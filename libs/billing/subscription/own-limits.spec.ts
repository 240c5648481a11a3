import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { setOwnLimits, type OwnLimitChanges } from './own-limits.decider';
import { subscription } from './subscription.stream';
import type { SubscriptionFact } from './subscription.events';

const at = '2026-01-02T00:00:00.000Z';
const startedOn = (plan: 'enterprise' | 'pro'): SubscriptionFact => ({
  type: 'SubscriptionStarted',
  data: { organizationId: 'o', plan, status: 'active', startedAt: at },
});
const set = (limits: OwnLimitChanges) => (state: Parameters<typeof setOwnLimits>[1]) => setOwnLimits({ limits, at }, state);

it('says each time all that was agreed, so that one fact tells it, and is silent when nothing changes', () => {
  const first = given(subscription, startedOn('enterprise')).when(set({ quotaPinsMonthly: 250_000 }));
  const second = given(subscription, startedOn('enterprise'), ...first).when(set({ webhooksLimit: 300 }));
  expect(second).toEqual([{ type: 'OwnLimitsSet', data: { limits: { quotaPinsMonthly: 250_000, webhooksLimit: 300 }, setAt: at } }]);
  const known = [startedOn('enterprise'), ...first, ...second];
  expect(given(subscription, ...known).when(set({ quotaPinsMonthly: 250_000 }))).toEqual([]);
  const less = given(subscription, ...known).when(set({ quotaPinsMonthly: null }));
  expect(fold(subscription, [...known, ...less])).toMatchObject({ ownLimits: { webhooksLimit: 300 } });
  expect(given(subscription, ...known, ...less).when(set({ quotaPinsMonthly: null, apiKeysLimit: null }))).toEqual([]);
});

it.each([0, -1, 1.5, Number.NaN, Infinity, 10_000_001, Number.MAX_SAFE_INTEGER + 1])('refuses %s', (limit) => {
  expect(() => given(subscription, startedOn('enterprise')).when(set({ quotaPinsMonthly: limit }))).toThrow('whole number');
});

it('refuses every other plan', () => {
  expect(() => given(subscription, startedOn('pro')).when(set({ quotaPinsMonthly: 10 }))).toThrow('enterprise');
  expect(given(subscription).when(set({ quotaPinsMonthly: 10 }))).toEqual([]);
});
