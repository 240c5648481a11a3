import { KeyedSemaphore, Overloaded } from '.';

const never = new AbortController().signal;

function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a keyed semaphore', () => {
  it('lets so many works of one key run at once, the others in the order they came, and other keys beside them', async () => {
    const semaphore = new KeyedSemaphore(2, 10);
    const { open, opened } = gate();
    const begun: string[] = [];
    const run = (key: string, name: string) => semaphore.run(key, never, async () => (begun.push(name), opened));
    const works = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    open();
    await Promise.all(works);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    expect(semaphore.size).toBe(0);
  });

  it('passes the permit on when a work fails', async () => {
    const semaphore = new KeyedSemaphore(1, 10);
    const failing = semaphore.run('a', never, () => Promise.reject(new Error('failed')));
    const next = semaphore.run('a', never, async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('next');
  });

  it('lets one who waits leave, and refuses to let too many wait', async () => {
    const semaphore = new KeyedSemaphore(1, 1);
    const { open, opened } = gate();
    const first = semaphore.run('a', never, () => opened);
    const leaving = new AbortController();
    const left = semaphore.run('a', leaving.signal, async () => 'never');
    await expect(semaphore.run('a', never, async () => 'never')).rejects.toThrow(new Overloaded('caller'));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const last = semaphore.run('a', never, async () => 'last');
    open();
    await first;
    await expect(last).resolves.toBe('last');
    expect(semaphore.size).toBe(0);
  });
});
