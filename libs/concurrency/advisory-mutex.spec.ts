import { AdvisoryMutex } from '.';

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('an advisory mutex', () => {
  it('lets work under one key run one at a time, in order, whether it ends well or not; other keys do not wait', async () => {
    const mutex = new AdvisoryMutex(600_000);
    const { open, opened } = gate();
    const order: string[] = [];
    const first = mutex.run('a', async () => {
      await opened;
      order.push('first');
      throw new Error('failed');
    });
    const second = mutex.run('a', async () => void order.push('second'));
    const third = mutex.run('a', async () => void order.push('third'));
    await mutex.run('b', async () => void order.push('other'));
    open();
    await expect(first).rejects.toThrow('failed');
    await Promise.all([second, third]);
    expect(order).toEqual(['other', 'first', 'second', 'third']);
  });

  it('waits for as long as others end', async () => {
    const mutex = new AdvisoryMutex(500);
    let inHand = 0;
    const one = async () => {
      expect(++inHand).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      inHand--;
    };
    await Promise.all(Array.from({ length: 30 }, () => mutex.run('a', one)));
  });

  it('goes ahead after the patience', async () => {
    const mutex = new AdvisoryMutex(20);
    const { open, opened } = gate();
    const stuck = mutex.run('a', () => opened);
    expect(await mutex.run('a', async () => 'went ahead')).toBe('went ahead');
    open();
    await stuck;
  });
});
