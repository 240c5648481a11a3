import { orTimeout, TimedOut, withTimeout, pause } from './';

describe('a time-out', () => {
  it('passes on what came in time, the failure too', async () => {
    expect(await withTimeout(Promise.resolve(1), 1_000, 'work')).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, 'work')).rejects.toThrow('broken');
    expect(await orTimeout(Promise.resolve(1), 1_000)).toBe(1);
    await expect(orTimeout(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
  });

  it('names what did not come, abandons it, and does not mind how it ends', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    let abandoned = 0;
    let fail = () => undefined as void;
    const late = new Promise<never>((_, reject) => (fail = () => reject(new Error('too late'))));
    const waiting = withTimeout(late, 20, 'read of a stream', () => void abandoned++);
    await expect(waiting).rejects.toThrow(new TimedOut('read of a stream took longer than 20 ms'));
    expect(abandoned).toBe(1);
    expect(await orTimeout(late, 20)).toBeUndefined();
    fail();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});

it('ends with its time or with its signal, and never fails', async () => {
  const begun = performance.now();
  await pause(20);
  expect(performance.now() - begun).toBeGreaterThan(18);
  const ending = new AbortController();
  const waiting = pause(60_000, ending.signal);
  ending.abort();
  expect(await waiting).toBeUndefined();
  expect(await pause(60_000, ending.signal)).toBeUndefined();
});
