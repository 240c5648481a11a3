import { begunBefore, isCheckoutSession, opened, type OpenCheckout } from './checkouts.policy';

const begin = (sessionId: string, startedAt = '2026-01-02T00:00:00.000Z') =>
  ({ sessionId, plan: 'pro', billingCycle: 'monthly', startedAt }) as const;
const open = (...ids: readonly string[]): readonly OpenCheckout[] =>
  ids.reduce((all, id) => opened(begin(id), all), [] as readonly OpenCheckout[]);
const idsOf = (all: readonly OpenCheckout[]) => all.map(({ sessionId }) => sessionId);

it('is of pages where a subscription is bought, not of the portal', () => {
  expect(idsOf(open('cs_1', 'bps_1', 'cs_2'))).toEqual(['cs_1', 'cs_2']);
  expect([isCheckoutSession('cs_live_1'), isCheckoutSession('bps_1')]).toEqual([true, false]);
});

it('forgets a page that the provider has closed by itself', () => {
  expect(idsOf(opened(begin('bps_9', '2026-01-03T01:00:00.000Z'), open('cs_1')))).toEqual([]);
  expect(idsOf(opened(begin('bps_9', '2026-01-03T00:59:59.999Z'), open('cs_1')))).toEqual(['cs_1']);
});

it('knows which were begun before one, and none of one that is closed', () => {
  const all = open('cs_1', 'cs_2', 'cs_3');
  expect(idsOf(begunBefore('cs_3', all))).toEqual(['cs_1', 'cs_2']);
  expect(begunBefore('cs_1', all)).toEqual([]);
  expect(begunBefore('cs_0', all)).toEqual([]);
});

it('remembers 100 of 2,001', () => {
  expect(open(...Array.from({ length: 2_001 }, (_, n) => `cs_${n}`))).toHaveLength(100);
});
