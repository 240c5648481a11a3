import { KeyedMutex } from '.';

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a keyed mutex', () => {
  it('lets work under one key run one at a time, in the order it came, whether it ends well or not; other keys do not wait', async () => {
    const mutex = new KeyedMutex();
    const { open, opened } = gate();
    const order: string[] = [];
    const first = mutex.runExclusive('a', async () => {
      await opened;
      order.push('first');
      throw new Error('failed');
    });
    const second = mutex.runExclusive('a', async () => void order.push('second'));
    const third = mutex.runExclusive('a', async () => void order.push('third'));
    await mutex.runExclusive('b', async () => void order.push('other'));
    open();
    await expect(first).rejects.toThrow('failed');
    await Promise.all([second, third]);
    expect(order).toEqual(['other', 'first', 'second', 'third']);
  });

  it('never lets two works under one key overlap, also when they come while others end', async () => {
    const mutex = new KeyedMutex();
    let running = 0;
    const work = async (): Promise<void> => {
      expect(++running).toBe(1);
      await new Promise(setImmediate);
      running--;
    };
    const chained = Array.from({ length: 20 }, async () => {
      for (let round = 0; round < 5; round++) await mutex.runExclusive('a', work);
    });
    await Promise.all(chained);
  });

  it('forgets a key that nobody works under', async () => {
    const mutex = new KeyedMutex();
    await Promise.all([
      mutex.runExclusive('a', async () => 1),
      mutex.runExclusive('a', async () => 2),
      mutex.runExclusive('b', async () => 3),
    ]);
    expect(mutex.size).toBe(0);
  });
});
