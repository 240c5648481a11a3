import { groupCalls } from './group-calls';

/** What was worked on together; each run waits until it is ended. */
function held(most: number) {
  const runs: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const call = groupCalls<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => `done ${item}`))) });
      }),
    most,
  );
  return { runs, call };
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('makes calls that begin at once by one run, and those that begin during it by the next ones, so many at most', async () => {
  const { runs, call } = held(3);
  const done = [call(1), call(2)];
  await settle();
  done.push(...[3, 4, 5, 6].map(call));
  runs[0]?.end();
  await settle();
  expect(runs.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  runs[1]?.end();
  await settle();
  runs[2]?.end();
  expect(await Promise.all(done)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `done ${n}`));
});

it('a run that fails fails its own calls alone, and so does one without a result for each', async () => {
  const { runs, call } = held(2);
  const first = Promise.allSettled([call(1), call(2)]);
  await settle();
  const second = call(3);
  runs[0]?.end(new Error('broken'));
  expect(await first).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'rejected', reason: new Error('broken') },
  ]);
  await settle();
  runs[1]?.end();
  expect(await second).toBe('done 3');
  await expect(groupCalls(async () => [], 2)(1)).rejects.toThrow('0 results for 1 calls');
});
