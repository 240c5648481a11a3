import { AdaptiveShare } from './adaptive-share';

it('is one while there is much to do, and grows by one with each second of calm', () => {
  let [now, busy] = [0, false];
  const share = new AdaptiveShare({ most: 3, isBusy: () => busy, monotonic: () => now });
  const after = (ms: number) => {
    now += ms;
    return share.current();
  };
  expect(after(0)).toBe(3);
  busy = true;
  expect(after(1)).toBe(1);
  expect(after(5_000)).toBe(1);
  busy = false;
  expect([after(999), after(1), after(999), after(1), after(60_000)]).toEqual([1, 2, 2, 3, 3]);
  busy = true;
  expect(after(1)).toBe(1);
});
