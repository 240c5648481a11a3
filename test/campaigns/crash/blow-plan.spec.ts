import { blowPlan, targets } from './blow-plan';

const options = { kills: 200, freezes: 40, gapMs: [500, 5_000], frozenMs: [1_000, 20_000] } as const;

test('the same seed gives the same plan, another seed another', () => {
  expect(blowPlan(7, options)).toEqual(blowPlan(7, options));
  expect(blowPlan(7, options)).not.toEqual(blowPlan(8, options));
});

test.each([1, 2, 3])('seed %i hits every process and now and then everything, as often as was asked for', (seed) => {
  const plan = blowPlan(seed, options);
  const kills = plan.flatMap((blow) => (blow.kind === 'kill' ? [blow.target] : []));
  const freezes = plan.flatMap((blow) => (blow.kind === 'freeze' ? [blow.forMs] : []));
  const everything = plan.filter(({ kind }) => kind === 'kill-everything');
  expect([kills.length + everything.length, everything.length, freezes.length]).toEqual([200, 5, 40]);
  expect(new Set(kills)).toEqual(new Set(targets));
  expect(freezes.every((ms) => ms >= 1_000 && ms <= 20_000)).toBe(true);
  expect(plan.every(({ afterMs }) => afterMs >= 500 && afterMs <= 5_000)).toBe(true);
});

test('a short plan has its one kill of everything too', () => {
  const kinds = blowPlan(11, { ...options, kills: 3, freezes: 1 }).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['freeze', 'kill', 'kill', 'kill-everything']);
});
