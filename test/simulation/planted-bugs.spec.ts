import { plantedBugs } from './planted-bugs';
import { troubledWorld } from './troubled-world';

it.each([1, 2])('a sound world keeps its promises: seed %s', async (seed) => {
  expect(await troubledWorld({}, seed)).toBeUndefined();
});

it.each(plantedBugs)('$bug is reported as: $breach', async ({ breach, parts }) => {
  expect(await troubledWorld(parts)).toMatchObject({ breach });
});
