import { fairness } from './fairness';
import { jainIndex } from './jain-index';

it('the index of fairness is 1 for equal shares and falls to one in as many for one who has all', () => {
  expect(jainIndex([3, 3, 3])).toBe(1);
  expect(jainIndex([9, 0, 0])).toBeCloseTo(1 / 3);
});

it.each([1])('nine workspaces with ten pins are not held up by one with ten thousand: seed %s', async (seed) => {
  const { jain, slowest, violations } = await fairness(seed);
  expect(violations).toEqual([]);
  expect(jain).toBeGreaterThanOrEqual(0.95);
  expect(slowest).toBeLessThanOrEqual(2);
});
