import { ConditionVariable } from '.';

it('wakes all who wait at a notification, and nobody who comes later', async () => {
  const moved = new ConditionVariable();
  const waiting = [moved.wait(60_000), moved.wait(60_000)];
  moved.notifyAll();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(await moved.wait(5)).toBe(false);
});

it('ends the wait of whom a signal ends, now or before', async () => {
  const moved = new ConditionVariable();
  const ending = new AbortController();
  const [ended, other] = [moved.wait(60_000, ending.signal), moved.wait(60_000)];
  ending.abort();
  expect([await ended, await moved.wait(60_000, ending.signal)]).toEqual([false, false]);
  moved.notifyAll();
  expect(await other).toBe(true);
});
