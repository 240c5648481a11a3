import { simulate } from './simulate';

it.each([1, 2, 3])(
  '5,000 pins are published in virtual time while everything goes wrong, and every promise is kept: seed %s',
  async (seed) => {
    const report = await simulate(5_000, seed);
    expect(report.violations).toEqual([]);
    expect(report.pins).toBeGreaterThan(4_930);
    expect(report.ends['published']).toBeGreaterThan(0.98 * report.pins);
    expect([report.doubts > 15, report.deferrals > 15, report.unitsReleased > 0]).toEqual([true, true, true]);
  },
  180_000,
);
