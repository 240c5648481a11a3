import { FairSemaphore } from './fair-semaphore';
import { Overloaded } from './keyed-semaphore';

const options = { permits: 1, queuePerKey: 10_000, queue: 20_000, waitMs: 60_000 };

/** Works that end on demand, and the order in which they began. */
function works(semaphore: FairSemaphore) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const start = (key: string) => {
    const working = semaphore.runExclusive(key, () => {
      began.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    // Some wait until long after the test: nobody hears of their refusal then.
    working.catch(() => undefined);
    return working;
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, start, endOne };
}

it('lets a newcomer wait for hardly more than one permit of another key, however many wait of that', async () => {
  const { began, start, endOne } = works(new FairSemaphore(options));
  for (let n = 0; n < 2_001; n++) void start('flood');
  void start('one');
  void start('two');
  await new Promise(setImmediate);
  for (let n = 0; n < 4; n++) await endOne();
  expect(began).toEqual(['flood', 'one', 'flood', 'two', 'flood']);
});

it('holds a key to its share while others ask, and gives it all while it is alone', async () => {
  const { began, start } = works(new FairSemaphore({ ...options, permits: 8, permitsPerKey: 2 }));
  for (let n = 0; n < 5; n++) void start('alone');
  await new Promise(setImmediate);
  expect(began).toHaveLength(5);
  void start('other');
  for (let n = 0; n < 5; n++) void start('alone');
  for (let n = 0; n < 5; n++) void start('other');
  await new Promise(setImmediate);
  expect(began.slice(5)).toEqual(['other', 'other']);
});

it('gives a key beside others the share that it is told each time, and alone all', async () => {
  let share = 1;
  const semaphore = new FairSemaphore({ ...options, permits: 8, permitsPerKey: () => share });
  const { began, start, endOne } = works(semaphore);
  for (let n = 0; n < 5; n++) void start('flood');
  await new Promise(setImmediate);
  expect(began).toHaveLength(5);
  for (let n = 0; n < 2; n++) void start('other');
  for (let n = 0; n < 3; n++) void start('flood');
  await new Promise(setImmediate);
  expect(began.slice(5)).toEqual(['other']);
  for (let n = 0; n < 4; n++) await endOne();
  expect(began.slice(6)).toEqual([]);
  await endOne();
  expect(began.slice(6)).toEqual(['flood']);
  share = 3;
  await endOne();
  expect(began.slice(7)).toEqual(['other', 'flood', 'flood']);
});

it('serves a key that has just begun to wait and those that were served by turns, however many there are of either', async () => {
  const { began, start, endOne } = works(new FairSemaphore(options));
  for (let n = 0; n < 1_000; n++) for (let each = 0; each < 3; each++) void start(`many ${n}`);
  await new Promise(setImmediate);
  for (let n = 0; n < 2_000; n++) await endOne();
  const before = began.length;
  void start('newcomer');
  for (let n = 0; n < 3; n++) await endOne();
  expect(began.slice(before)).toContain('newcomer');
  // Keys that are new all the time take every second permit only.
  const served = began.length;
  for (let n = 0; n < 20; n++) {
    void start(`new ${n}`);
    await endOne();
  }
  expect(began.slice(served).filter((key) => key.startsWith('many')).length).toBeGreaterThanOrEqual(9);
});

it('refuses, when as many wait as may, the newest of the key of which most wait', async () => {
  const { start } = works(new FairSemaphore({ ...options, queue: 21 }));
  void start('running');
  const many = Array.from({ length: 7 }, (_, n) =>
    Array.from({ length: 3 }, () => start(`many ${n}`).catch((error: Overloaded) => error.by)),
  );
  const newcomer = start('newcomer').catch(() => 'refused');
  const first = await Promise.race([newcomer, ...many.flat()]);
  expect(first).toBe('caller');
  // Two of each wait, or one more: nobody gives way to an equal.
  for (let n = 0; n < 6; n++) void start(`one more ${n}`);
  void start('newcomer').catch(() => undefined);
  await expect(start('many 0')).rejects.toMatchObject({ by: 'all' });
});

it('never holds more permits than there are, whatever ends first', async () => {
  const semaphore = new FairSemaphore({ ...options, permits: 3 });
  let atOnce = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++atOnce);
    for (let ticks = Math.floor(Math.random() * 5); ticks >= 0; ticks--) await new Promise(setImmediate);
    atOnce--;
  };
  await Promise.all(Array.from({ length: 500 }, (_, n) => semaphore.runExclusive(`key ${n % 7}`, work)));
  expect([most, semaphore.backlog]).toEqual([3, 0]);
});

it('refuses what a queue cannot take: the caller for its own, all for everybody’s', async () => {
  const { start } = works(new FairSemaphore({ ...options, queuePerKey: 1, queue: 2 }));
  for (let n = 0; n < 2; n++) void start('one');
  await expect(start('one')).rejects.toMatchObject({ name: 'Overloaded', by: 'caller' });
  void start('two');
  await expect(start('three')).rejects.toMatchObject({ name: 'Overloaded', by: 'all' });
});

it('ends a wait that takes too long, and names the caller who waits for itself', async () => {
  const semaphore = new FairSemaphore({ ...options, waitMs: 1 });
  const alive = setTimeout(() => undefined, 10_000);
  const { start } = works(semaphore);
  void start('one');
  await expect(start('one')).rejects.toEqual(new Overloaded('caller'));
  await expect(start('two')).rejects.toEqual(new Overloaded('all'));
  clearTimeout(alive);
  expect(semaphore.backlog).toBe(0);
});

it('forgets who gave up waiting, and gives a permit back once', async () => {
  const semaphore = new FairSemaphore(options);
  const release = await semaphore.acquire('one');
  const gone = new AbortController();
  const waiting = semaphore.acquire('two', gone.signal);
  gone.abort(new Error('hung up'));
  await expect(waiting).rejects.toThrow('hung up');
  release();
  release();
  (await semaphore.acquire('three'))();
  const [first] = await Promise.all([semaphore.acquire('four')]);
  expect(semaphore.backlog).toBe(0);
  void semaphore.acquire('five').catch(() => undefined);
  expect(semaphore.backlog).toBe(1);
  first();
});
