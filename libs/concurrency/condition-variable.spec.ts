import { ConditionVariable } from '.';

it('wakes all who wait at a notification, and nobody who comes later', async () => {
  const moved = new ConditionVariable();
  const waiting = [moved.wait(60_000), moved.wait(60_000)];
  moved.notifyAll();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(await moved.wait(5)).toBe(false);
});
