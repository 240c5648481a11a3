import { EventLoopLoad } from './event-loop-load';
import { pause } from './timeout';

it('is high behind work and low behind waiting', async () => {
  const load = new EventLoopLoad();
  const workFor = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until;);
  };
  await pause(30);
  load.share();
  workFor(60);
  await new Promise(setImmediate);
  const busy = load.share();
  await pause(200);
  expect([busy > 0.5, load.share() < busy]).toEqual([true, true]);
});
