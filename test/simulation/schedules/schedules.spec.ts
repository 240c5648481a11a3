import { plantedScheduleBugs } from './planted-schedule-bugs';
import { simulateSchedules } from './simulate-schedules';

it.each([1, 2])('two days of schedules keep every promise while everything goes wrong: seed %s', async (seed) => {
  const { violations, count, ends } = await simulateSchedules(seed);
  expect(violations).toEqual([]);
  const { fired, deferred, advanced, canceled, failed } = count;
  expect([fired > 10, deferred > 0, advanced > 0, canceled > 0, failed > 0]).toEqual([true, true, true, true, true]);
  expect(Object.keys(ends)).toEqual(expect.arrayContaining(['done', 'canceled', 'canceled account_revoked']));
});

// A bug shows where its moment comes: in one of a few worlds, and then as what it is.
it.each(plantedScheduleBugs)('$bug is reported as: $breaches', async ({ breaches, parts }) => {
  let found = (await simulateSchedules(1, parts)).violations[0];
  for (let seed = 2; !found && seed <= 12; seed += 1) found = (await simulateSchedules(seed, parts)).violations[0];
  expect(breaches).toContain(found?.breach);
});
