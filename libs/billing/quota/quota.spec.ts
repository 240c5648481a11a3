import { emptyMap, fold, withEntry } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { reserveUnits, quota, releaseUnit } from './quota.decider';
import type { QuotaEntry, QuotaFact } from './quota.events';
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
const limited = (limit: number, ...ns: number[]) => ns.map((n) => ({ entry: entry(n), limit }));
const release = { entryId: 'e0', pinId: 'p0', reason: 'pin_abandoned' as const, at };

describe('the quota of a month', () => {
  it('takes what fits, in order, and leaves out the rest', () => {
    const facts = given(quota, consumed(8)).when((state) => reserveUnits(limited(10, 8, 9, 10), state));
    expect(facts).toEqual([{ type: 'QuotaConsumed', data: { entries: [entry(8), entry(9)] } }]);
  });

  it('is silent when nothing fits', () => {
    expect(given(quota, consumed(10)).when((state) => reserveUnits(limited(10, 10), state))).toEqual([]);
  });

  it('holds each entry against the limit that its own request found', () => {
    const asked = [...limited(10, 10), ...limited(20, 11), ...limited(10, 12)];
    const expected: readonly QuotaFact[] = [{ type: 'QuotaConsumed', data: { entries: [entry(11)] } }];
    expect(given(quota, consumed(10)).when((state) => reserveUnits(asked, state))).toEqual(expected);
  });

  it('gives a unit back once', () => {
    const facts = given(quota, consumed(3)).when((state) => releaseUnit(release, state));
    expect(fold(quota, [consumed(3), ...facts])).toMatchObject({ used: 2 });
    expect(given(quota, consumed(3)).twice((state) => releaseUnit(release, state))).toEqual([]);
  });
});

it('folds a sample of every shape ever written', () => {
  expect(fold(quota, JSON.parse(JSON.stringify(quotaSamples)))).toEqual({
    used: 1,
    released: withEntry(emptyMap, '01890a5d-ac96-774b-bcce-000000000005', true),
  });
});
