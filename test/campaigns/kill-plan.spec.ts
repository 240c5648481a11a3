import { killPlan } from './kill-plan';

test('the same seed gives the same moments, another seed others', () => {
  expect(killPlan(7, 20, 200)).toEqual(killPlan(7, 20, 200));
  expect(killPlan(7, 20, 200)).not.toEqual(killPlan(8, 20, 200));
});

test('the first kill hits a working service, and all marks lie among the creations in order', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const plan = killPlan(seed, 20, 200);
    const marks = plan.flatMap((moment) => (moment.kind === 'working' ? [moment.afterCreations] : []));
    expect(plan).toHaveLength(20);
    expect(plan[0]?.kind).toBe('working');
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
    expect(marks.every((mark) => mark >= 1 && mark <= 200)).toBe(true);
  }
});

test('some kills hit a start', () => {
  const plans = [1, 2, 3].flatMap((seed) => killPlan(seed, 20, 200));
  expect(plans.filter((moment) => moment.kind === 'starting').length).toBeGreaterThan(3);
});
