import { emptyMap, fold, withEntry } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { reserveUnits, quota, releaseUnit, type QuotaState, type QuotaEntry, type QuotaFact } from './quota.stream';
import { quotaSamples } from '../testing';

const at = '2026-11-20T10:00:00.000Z';
const entry = (n: number): QuotaEntry => ({
  entryId: `e${n}`,
  pinId: `p${n}`,
  units: 1,
  source: 'api',
  at,
  actor: { type: 'user', id: 'u' },
});
const consumed = (count: number) => ({
  type: 'QuotaConsumed' as const,
  data: { entries: Array.from({ length: count }, (_, n) => entry(n)) },
});
const limited = (limit: number, ...ns: number[]) => ns.map((n) => ({ entry: entry(n), plan: 'starter' as const, limit }));
const release = { entryId: 'e0', pinId: 'p0', reason: 'pin_abandoned' as const, at };

describe('the quota of a month', () => {
  it('takes what fits, in order, and leaves out the rest', () => {
    const facts = given(quota, consumed(8)).when((state) => reserveUnits(limited(10, 8, 9, 10), state));
    expect(facts[0]).toEqual({ type: 'QuotaConsumed', data: { entries: [entry(8), entry(9)] } });
  });

  it('is silent when nothing fits', () => {
    expect(given(quota, consumed(10)).when((state) => reserveUnits(limited(10, 10), state))).toEqual([]);
  });

  it('holds each entry against the limit that its own request found', () => {
    const asked = [...limited(10, 10), ...limited(20, 11), ...limited(10, 12)];
    const expected: QuotaFact = { type: 'QuotaConsumed', data: { entries: [entry(11)] } };
    expect(given(quota, consumed(10)).when((state) => reserveUnits(asked, state))).toEqual([expected]);
  });

  it('gives a unit back once', () => {
    const facts = given(quota, consumed(3)).when((state) => releaseUnit(release, state));
    expect(fold(quota, [consumed(3), ...facts])).toMatchObject({ used: 2 });
    expect(given(quota, consumed(3)).twice((state) => releaseUnit(release, state))).toEqual([]);
  });
});

describe('80 and 100 % of a month', () => {
  const take =
    (limit: number, count: number, from = 100) =>
    (state: QuotaState) =>
      reserveUnits(limited(limit, ...Array.from({ length: count }, (_, n) => from + n)), state);
  const told = (facts: readonly QuotaFact[]) =>
    facts.flatMap((fact) =>
      fact.type === 'QuotaThresholdReached' ? [[fact.data.thresholdPercent, fact.data.quotaLimit, fact.data.quotaUsed]] : [],
    );

  it('are facts beside the unit that reaches them, each once', () => {
    expect(told(given(quota, consumed(38)).when(take(50, 1)))).toEqual([]);
    const facts = given(quota, consumed(39)).when(take(50, 1));
    expect(facts.slice(1)).toEqual([
      {
        type: 'QuotaThresholdReached',
        data: { plan: 'starter', month: '2026-11', thresholdPercent: 80, quotaLimit: 50, quotaUsed: 40, reachedAt: at },
      },
    ]);
    expect(told(given(quota, consumed(39), ...facts).when(take(50, 9)))).toEqual([]);
    expect(told(given(quota, consumed(39), ...facts).when(take(50, 10)))).toEqual([[100, 50, 50]]);
    expect(told(given(quota).when(take(50, 50)))).toEqual([
      [80, 50, 40],
      [100, 50, 50],
    ]);
  });

  it('are not told again when units come back and are taken again', () => {
    const full = given(quota).when(take(50, 50, 0));
    const released = given(quota, ...full).when((state) => releaseUnit(release, state));
    expect(told(given(quota, ...full, ...released).when(take(50, 1)))).toEqual([]);
  });

  it('are counted anew under a larger limit, not under a smaller one, nor under the larger one a second time', () => {
    const full = given(quota).when(take(50, 50));
    expect(told(given(quota, ...full).when(take(300, 189)))).toEqual([]);
    const raised = given(quota, ...full).when(take(300, 190));
    expect(told(raised)).toEqual([[80, 300, 240]]);
    expect(told(given(quota, ...full, ...raised).when(take(250, 5)))).toEqual([]);
    expect(told(given(quota, ...full, ...raised).when(take(300, 60)))).toEqual([[100, 300, 300]]);
  });

  it('are those of the limit of each request that shares the append', () => {
    const asked = [...limited(41, 100), ...limited(100, 101)];
    expect(told(given(quota, consumed(40)).when((state) => reserveUnits(asked, state)))).toEqual([
      [80, 41, 41],
      [100, 41, 41],
    ]);
  });

  it('need no more than a pass over what is taken: 10,000 units at once', () => {
    expect(told(given(quota).when(take(10_000, 10_000)))).toEqual([
      [80, 10_000, 8_000],
      [100, 10_000, 10_000],
    ]);
  });
});

it('folds a sample of every shape ever written', () => {
  expect(fold(quota, JSON.parse(JSON.stringify(quotaSamples)))).toEqual({
    used: 1,
    released: withEntry(emptyMap, '01890a5d-ac96-774b-bcce-000000000005', true),
    reachedLimits: { 80: 300, 100: 0 },
  });
});
