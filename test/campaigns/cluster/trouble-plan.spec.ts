import { kinds, troublePlan } from './trouble-plan';

const options = { troubles: 25, forMs: [1_000, 2_000] as const };

test('a seed is a plan, and another seed another one', () => {
  expect(troublePlan(7, options)).toEqual(troublePlan(7, options));
  expect(troublePlan(8, options)).not.toEqual(troublePlan(7, options));
});

test('every kind comes before any comes again, for as long as was asked for', () => {
  const plan = troublePlan(7, options);
  expect(plan).toHaveLength(25);
  expect(new Set(plan.slice(0, kinds.length).map(({ kind }) => kind))).toEqual(new Set(kinds));
  for (const { forMs } of plan) expect(forMs >= 1_000 && forMs <= 2_000).toBe(true);
});
