import { KeyedSingleFlight } from './keyed-single-flight';

describe('a single flight for each key', () => {
  it('lets callers of one key share a run, and other keys run beside it', async () => {
    const flights = new KeyedSingleFlight<string>();
    const started: string[] = [];
    const finish: (() => void)[] = [];
    const run = (key: string) =>
      flights.run(key, async () => {
        started.push(key);
        await new Promise<void>((resolve) => finish.push(resolve));
        return key;
      });
    const answers = [run('a'), run('b'), run('a')];
    expect(started).toEqual(['a', 'b']);
    expect(flights.size).toBe(2);
    finish.forEach((end) => end());
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'a']);
    expect(flights.size).toBe(0);
  });

  it('fails all who share a run that failed, and runs anew for who asks after it', async () => {
    const flights = new KeyedSingleFlight<string>();
    const fail = () => Promise.reject(new Error('broken'));
    const shared = [flights.run('a', fail), flights.run('a', () => Promise.resolve('never called'))];
    expect(await Promise.allSettled(shared)).toEqual([
      { status: 'rejected', reason: new Error('broken') },
      { status: 'rejected', reason: new Error('broken') },
    ]);
    expect(await flights.run('a', () => Promise.resolve('whole'))).toBe('whole');
  });
});
