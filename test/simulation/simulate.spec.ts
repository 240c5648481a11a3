import { simulate } from './simulate';

it.each([1, 2, 3])(
  '10,000 pins are published in virtual time while everything goes wrong, and every promise is kept: seed %s',
  async (seed) => {
    const report = await simulate(10_000, seed);
    expect(report.violations).toEqual([]);
    expect(report.pins).toBeGreaterThan(9_900);
    expect(report.ends['published']).toBeGreaterThan(0.98 * report.pins);
    expect([report.doubts > 50, report.deferrals > 50, report.unitsReleased > 0]).toEqual([true, true, true]);
  },
  600_000,
);
