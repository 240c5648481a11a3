import { endsStandby, kinds, troublePlan } from './trouble-plan';

const options = { troubles: 25, forMs: [1_000, 2_000] as const };

test('a seed is a plan, and another seed another one', () => {
  expect(troublePlan(7, options)).toEqual(troublePlan(7, options));
  expect(troublePlan(8, options)).not.toEqual(troublePlan(7, options));
});

test('every kind comes before any comes again, for as long as was asked for, and one standby is promoted once', () => {
  const plan = troublePlan(7, { ...options, troubles: 2 * kinds.length });
  expect(plan).toHaveLength(2 * kinds.length - 5);
  expect(plan.filter(endsStandby)).toHaveLength(1);
  const others = plan.filter((trouble) => !endsStandby(trouble)).map(({ kind }) => kind);
  expect(new Set(others.slice(0, kinds.length - 3))).toEqual(new Set(others));
  for (const { forMs } of plan) expect(forMs >= 1_000 && forMs <= 2_000).toBe(true);
});
