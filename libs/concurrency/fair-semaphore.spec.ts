import { FairSemaphore } from './fair-semaphore';
import { Overloaded } from './overloaded';

const options = { permits: 1, queuePerKey: 10_000, queue: 20_000, waitMs: 60_000 };

/** Works that end on demand, and the order in which they began. */
function works(semaphore: FairSemaphore) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const start = (key: string) =>
    semaphore.runExclusive(key, () => {
      began.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, start, endOne };
}

it('lets a newcomer wait for one permit of each other key, however many wait of it', async () => {
  const { began, start, endOne } = works(new FairSemaphore(options));
  for (let n = 0; n < 2_001; n++) void start('flood');
  void start('one');
  void start('two');
  await new Promise(setImmediate);
  for (let n = 0; n < 4; n++) await endOne();
  expect(began).toEqual(['flood', 'flood', 'one', 'two', 'flood']);
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

it('gives a key one permit beside others, and its share alone, while there is no time to spare', async () => {
  let spare = false;
  const semaphore = new FairSemaphore({ ...options, permits: 8, permitsPerKey: 3, hasTimeToSpare: () => spare });
  const { began, start, endOne } = works(semaphore);
  for (let n = 0; n < 5; n++) void start('flood');
  await new Promise(setImmediate);
  expect(began).toEqual(['flood', 'flood', 'flood']);
  for (let n = 0; n < 2; n++) void start('other');
  await new Promise(setImmediate);
  expect(began.slice(3)).toEqual(['other']);
  for (let n = 0; n < 3; n++) await endOne();
  expect(began.slice(4)).toEqual(['flood']);
  spare = true;
  await endOne();
  expect(began.slice(5)).toEqual(['other', 'flood']);
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
  const { start } = works(new FairSemaphore({ ...options, queuePerKey: 2, queue: 3 }));
  for (let n = 0; n < 3; n++) void start('one');
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
