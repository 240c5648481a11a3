import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { collectWhileIdle } from './collect-while-idle';

it('a process that idles gives back what its heap does not need any more', async () => {
  const entry = ['scripts/run.mjs', 'libs/runtime/lifecycle/idle-heap.fixture'];
  // Without it the process would wait for ever.
  const { stdout } = await promisify(execFile)(process.execPath, entry, { timeout: 120_000 });
  const [peak = 0, rested = Infinity] = stdout.split(' ').map(Number);
  expect(rested).toBeLessThanOrEqual(peak / 2);
});

describe('a heap that is looked at every 15 s', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Of `live` MiB and garbage: how often it is collected within so many minutes, while it allocates so many MiB in each. */
  function watchHeap() {
    const heap = { busy: 0.01, live: 60, garbage: 0, collections: 0 };
    collectWhileIdle(15_000, {
      busyShare: () => heap.busy,
      usedBytes: () => (heap.live + heap.garbage) * 1024 * 1024,
      collect: () => void ((heap.garbage = 0), (heap.collections += 1)),
    });
    const collected = (minutes: number, mibPerMinute = 0) => {
      const before = heap.collections;
      for (let minute = 0; minute < minutes; minute++) {
        heap.garbage += mibPerMinute;
        jest.advanceTimersByTime(60_000);
      }
      return heap.collections - before;
    };
    return { heap, collected };
  }

  it('is collected twice after the start, then only for what was allocated since', () => {
    const { collected } = watchHeap();
    expect(collected(10)).toBe(2);
    expect(collected(60)).toBe(0);
    expect(collected(24, 4)).toBeLessThanOrEqual(2 * 4);
  });

  it('is left alone under light steady traffic', () => {
    const { heap, collected } = watchHeap();
    heap.busy = 0.1;
    expect(collected(60, 10)).toBe(0);
  });

  it('is collected again when it has needed much and does not any more', () => {
    const { heap, collected } = watchHeap();
    heap.live = 500;
    expect(collected(10)).toBe(2);
    // V8 has collected by itself.
    heap.live = 80;
    expect(collected(10)).toBe(0);
    heap.garbage = 30;
    expect(collected(10)).toBe(2);
  });
});
