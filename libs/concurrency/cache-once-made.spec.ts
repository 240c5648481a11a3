import { cacheOnceMade } from './cache-once-made';

it('makes it once, also for many who ask at once', async () => {
  const make = jest.fn(() => Promise.resolve({}));
  const kept = cacheOnceMade(make);
  const [one, other] = await Promise.all([kept(), kept()]);
  expect([one === other, one === (await kept()), make.mock.calls.length]).toEqual([true, true, 1]);
});

it('forgets a failure: those who asked get it, and the next one tries again', async () => {
  const make = jest.fn(() => Promise.resolve('made')).mockRejectedValueOnce(new Error('no memory'));
  const kept = cacheOnceMade(make);
  const both = await Promise.allSettled([kept(), kept()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await kept(), make.mock.calls.length]).toEqual(['made', 2]);
});
