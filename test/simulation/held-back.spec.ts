import { publishBesideHeldBack } from './publish-beside-held-back';

it('publishes 300 pins no slower while 300 of another tenant wait for a new consent, and those once it is given', async () => {
  const alone = await publishBesideHeldBack(300, 0);
  const beside = await publishBesideHeldBack(300, 300);
  expect([...alone.violations, ...beside.violations]).toEqual([]);
  expect(beside.tookMs).toBeLessThanOrEqual(alone.tookMs * 1.05);
  expect(beside.attemptsHeldBack).toBeLessThan(30);
  expect(beside.publishedAfterConsent).toBe(300 - beside.attemptsHeldBack);
});
