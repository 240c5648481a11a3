import { mapLimited } from '.';

/** Lets the event loop go round so many times. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise(setImmediate);
}

it('works on so many items at most at once, and answers in their order', async () => {
  let running = 0;
  let most = 0;
  const results = await mapLimited(3, [5, 4, 3, 2, 1, 0, 7, 6], async (item) => {
    most = Math.max(most, ++running);
    await rounds(item);
    running--;
    return item * 10;
  });
  expect([results, most]).toEqual([[50, 40, 30, 20, 10, 0, 70, 60], 3]);
});

it('throws a failure when everything that was begun has ended', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 0) throw new Error('broken');
    await rounds(10);
    ended.push(item);
  };
  await expect(mapLimited(2, [0, 1, 2], work)).rejects.toThrow('broken');
  expect(ended).toEqual([1, 2]);
});
