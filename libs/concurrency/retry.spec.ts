import { exponential, forAsLongAs, retry } from '.';

function failing(times: number) {
  const work = { calls: 0 };
  const run = async (): Promise<number> => {
    if (++work.calls <= times) throw new Error(`failure ${work.calls}`);
    return work.calls;
  };
  return { work, run };
}

const paused = () => {
  const waits: number[] = [];
  return { waits, pause: async (ms: number) => void waits.push(ms) };
};

describe('a retry', () => {
  it('waits longer each time until it works, reporting what went wrong', async () => {
    const { waits, pause } = paused();
    const reported: unknown[] = [];
    const onFailure = (error: unknown, waitMs: number) => void reported.push(`${(error as Error).message}, ${waitMs}`);
    expect(await retry(failing(5).run, { waitMs: exponential(100, 1_000), onFailure, pause })).toBe(6);
    expect(waits).toEqual([100, 200, 400, 800, 1_000]);
    expect(reported[4]).toBe('failure 5, 1000');
  });

  it('throws what was thrown last when it gives up, and at once what will not pass', async () => {
    const { waits, pause } = paused();
    const { work, run } = failing(9);
    await expect(retry(run, { waitMs: (failures) => (failures < 3 ? 10 : null), pause })).rejects.toThrow('failure 3');
    expect([work.calls, waits]).toEqual([3, [10, 10]]);
    await expect(retry(failing(9).run, { waitMs: () => 10, isTransient: () => false, pause })).rejects.toThrow('failure 1');
    expect(waits).toEqual([10, 10]);
  });

  it('ends without a result when its signal aborts, also in the middle of a wait, and then tries no more', async () => {
    const ending = new AbortController();
    const { work, run } = failing(9);
    const retried = retry(run, { waitMs: () => 60_000, onFailure: () => void setImmediate(() => ending.abort()), signal: ending.signal });
    expect(await retried).toBeUndefined();
    expect(work.calls).toBe(1);
    expect(await retry(run, { waitMs: () => 1, signal: ending.signal })).toBeUndefined();
    expect(work.calls).toBe(1);
  });

  it('goes on for as long as it may', async () => {
    await expect(retry(failing(1_000_000).run, { waitMs: forAsLongAs(50, 5) })).rejects.toThrow(/failure ([2-9]|1\d)$/);
  });
});
