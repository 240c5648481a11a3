import { pause } from '@pps/concurrency';
import { MachineLoad } from './machine-load';

it('is what this machine did a moment ago, measured anew after a while', async () => {
  const load = new MachineLoad();
  expect(load.share()).toBe(0);
  for (const until = performance.now() + 300; performance.now() < until;);
  const busy = load.share();
  expect([busy > 0, busy <= 1, load.share()]).toEqual([true, true, busy]);
  await pause(250);
  expect(load.share()).toBeGreaterThanOrEqual(0);
});
