import { simulate } from './simulate';

it('offers are lost, NATS is wiped, workers die with the tokens spent: everything is offered again, and nothing is lost or done twice', async () => {
  const losses = { offers: 0.3, diesAfterClaim: 0.01, wipeEveryMs: 4_000 };
  const report = await simulate(800, 3, { losses });
  expect(report.violations).toEqual([]);
  expect(report.offersLost).toBeGreaterThan(100);
  expect(report.wipes).toBeGreaterThan(2);
  expect(report.diedAfterClaim).toBeGreaterThan(2);
  expect(report.broughtAgain).toBeGreaterThan(2);
  expect(Object.values(report.ends).reduce((sum, count) => sum + count, 0)).toBe(report.pins);
  expect(report.ends['published']).toBeGreaterThan(0.97 * report.pins);
}, 60_000);
