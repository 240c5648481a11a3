import { usualLosses } from './calamities';
import { simulate } from './simulate';

it('offers are lost, NATS is wiped, workers die with the tokens spent: everything is offered again, and nothing is lost or done twice', async () => {
  const losses = { offers: 0.3, diesAfterClaim: 0.03, wipeEveryMs: 4_000, timers: 2 };
  const report = await simulate(800, 3, { losses });
  expect(report.violations).toEqual([]);
  expect(report.offersLost).toBeGreaterThan(100);
  expect(report.wipes).toBeGreaterThan(2);
  expect(report.diedAfterClaim).toBeGreaterThan(2);
  expect(report.broughtAgain).toBeGreaterThan(2);
  expect(Object.values(report.ends).reduce((sum, count) => sum + count, 0)).toBe(report.pins);
  expect(report.ends['published']).toBeGreaterThan(0.97 * report.pins);
});

it('reconciliation reads of one pin that are given to many workers at once count as one: nothing is created again before the platform lists it', async () => {
  const report = await simulate(800, 12, { losses: { ...usualLosses, timers: 10 } });
  expect(report.violations).toEqual([]);
  expect(report.unknownOutcomes).toBeGreaterThan(5);
});
