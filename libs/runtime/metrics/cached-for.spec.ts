import { cachedFor } from './cached-for';

it('works once for all who ask at once or within its time, and again after a failure', async () => {
  let works = 0;
  const answer = cachedFor(60_000, async () => {
    works++;
    await Promise.resolve();
    if (works === 1) throw new Error('the first fails');
    return works;
  });
  await expect(answer()).rejects.toThrow('the first fails');
  expect(await Promise.all([answer(), answer(), answer()])).toEqual([2, 2, 2]);
  expect(await answer()).toBe(2);
});

it('works again when its time is over', async () => {
  let works = 0;
  const answer = cachedFor(0, () => Promise.resolve(++works));
  expect([await answer(), await answer()]).toEqual([1, 2]);
});
