import { simulate } from './simulate';

it.each([1])('1,500 pins are published in virtual time while everything goes wrong, and every promise holds: seed %s', async (seed) => {
  const report = await simulate(1_500, seed);
  expect(report.violations).toEqual([]);
  expect(report.pins).toBeGreaterThan(1_450);
  expect(report.ends['published']).toBeGreaterThan(0.97 * report.pins);
  expect([report.unknownOutcomes > 10, report.deferrals > 10, report.unitsReleased > 0]).toEqual([true, true, true]);
});
