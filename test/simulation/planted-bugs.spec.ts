import { plantedBugs } from './planted-bugs';
import { troubledWorld } from './troubled-world';

it.each([1, 2])('a sound world keeps its promises: seed %s', async (seed) => {
  expect(await troubledWorld({}, seed)).toBeUndefined();
});

// A bug shows where its moment comes: in one of a few worlds, and then as what it is.
it.each(plantedBugs)('$bug is reported as: $breach', async ({ breach, parts }) => {
  let found = await troubledWorld(parts, 1);
  for (let seed = 2; !found && seed <= 4; seed += 1) found = await troubledWorld(parts, seed);
  expect(found).toMatchObject({ breach });
});
