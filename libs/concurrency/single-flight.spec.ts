import { SingleFlight } from './';
import { KeyedSingleFlight } from './single-flight';

interface Run {
  answer(value: number): void;
  fail(error: Error): void;
}

function runs() {
  const started: Run[] = [];
  const shared = new SingleFlight(() => new Promise<number>((answer, fail) => void started.push({ answer, fail })));
  return { started, shared };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a single flight', () => {
  it('answers only with runs that started after the question, and starts one for all who asked meanwhile', async () => {
    const { started, shared } = runs();
    const first = shared.run();
    const meanwhile = [shared.run(), shared.run(), shared.run()];
    expect(started).toHaveLength(1);
    started[0]?.answer(1);
    await settle();
    expect(await first).toBe(1);
    expect(started).toHaveLength(2);
    const later = shared.run();
    started[1]?.answer(2);
    expect(await Promise.all(meanwhile)).toEqual([2, 2, 2]);
    await settle();
    started[2]?.answer(3);
    expect(await later).toBe(3);
  });

  it('fails those who share the run; the next ones get another', async () => {
    const { started, shared } = runs();
    const first = shared.run();
    const second = shared.run();
    started[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settle();
    started[1]?.answer(2);
    expect(await second).toBe(2);
    await settle();
    void shared.run();
    expect(started).toHaveLength(3);
  });
});

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
