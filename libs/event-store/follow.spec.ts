import { follow, type RecordedFact } from '.';
import { recordedFact, storeWith } from './testing';

/** A log of so many facts; each subscription drops after `dropAfter` of them, and stays open at the end. */
function log(length: number, dropAfter = Infinity) {
  let leave = () => undefined as void;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const seen = { handedOut: 0, subscriptions: [] as (bigint | null)[], left };
  const store = storeWith({
    async *subscribe(after, signal) {
      seen.subscriptions.push(after);
      try {
        let given = 0;
        for (let position = (after ?? -1n) + 1n; position < BigInt(length); position++) {
          if (given++ === dropAfter) throw new Error('dropped');
          seen.handedOut++;
          yield recordedFact({ position });
        }
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        leave();
      }
    },
  });
  return { store, seen };
}

const positions = (batches: readonly (readonly RecordedFact[])[]) => batches.flat().map(({ position }) => Number(position));
const upTo = (length: number) => Array.from({ length }, (_, index) => index);

describe('following the log', () => {
  it('waits for a slow handler, one batch at a time, with at most two batches in memory', async () => {
    const { store, seen } = log(100);
    const ending = new AbortController();
    const batches: (readonly RecordedFact[])[] = [];
    let inHand = 0;
    let most = 0;
    let ahead = 0;
    const onBatch = async (facts: readonly RecordedFact[]) => {
      most = Math.max(most, ++inHand);
      for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
      ahead = Math.max(ahead, seen.handedOut - batches.flat().length);
      batches.push(facts);
      inHand--;
      if (batches.flat().length === 100) ending.abort();
    };
    await follow(store, { after: null, signal: ending.signal, maxBatch: 5, onBatch });
    expect(most).toBe(1);
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(5);
    // The batch in hand, two that wait, and the fact on its way.
    expect(ahead).toBeLessThanOrEqual(16);
    expect(positions(batches)).toEqual(upTo(100));
    await seen.left;
  });

  it('resumes a dropped subscription after the last batch taken in, without loss or repeat', async () => {
    const { store, seen } = log(20, 6);
    const ending = new AbortController();
    const batches: (readonly RecordedFact[])[] = [];
    const dropped: unknown[] = [];
    await follow(store, {
      after: 1n,
      signal: ending.signal,
      onBatch: async (facts) => {
        batches.push(facts);
        if (batches.flat().length >= 18) ending.abort();
      },
      onDropped: (error) => void dropped.push(error),
    });
    expect(positions(batches)).toEqual(upTo(20).slice(2));
    expect(seen.subscriptions).toEqual([1n, 7n, 13n]);
    expect(dropped.map(String)).toEqual(['Error: dropped', 'Error: dropped']);
  });

  it('resumes where it is told to, and ends with what that throws', async () => {
    const { store, seen } = log(20, 6);
    const told: (bigint | null)[] = [];
    const following = follow(store, {
      after: 1n,
      signal: new AbortController().signal,
      onBatch: () => Promise.resolve(),
      resumeAfter: (last) => {
        told.push(last);
        if (told.length === 2) throw new Error('not again');
        return 4n;
      },
    });
    await expect(following).rejects.toThrow('not again');
    expect(told).toEqual([7n, 10n]);
    expect(seen.subscriptions).toEqual([1n, 4n]);
  });

  it('ends with what the handler threw, and leaves its subscription', async () => {
    const { store, seen } = log(100);
    const failure = new Error('the handler failed');
    const following = follow(store, {
      after: null,
      signal: new AbortController().signal,
      maxBatch: 5,
      onBatch: () => Promise.reject(failure),
    });
    await expect(following).rejects.toBe(failure);
    await seen.left;
  });

  it('hands out nothing more once it is asked to end', async () => {
    const { store } = log(100);
    const ending = new AbortController();
    let batches = 0;
    await follow(store, {
      after: null,
      signal: ending.signal,
      maxBatch: 5,
      onBatch: async () => {
        batches++;
        await new Promise((resolve) => setImmediate(resolve));
        ending.abort();
      },
    });
    expect(batches).toBe(1);
  });

  it('lets a fact that comes after a silence wait for those close behind it, where it is asked to', async () => {
    const batchesOf = async (gatherMs: number) => {
      const ending = new AbortController();
      const batches: (readonly RecordedFact[])[] = [];
      const store = storeWith({
        async *subscribe() {
          for (const position of [0n, 1n]) {
            // Some rounds of the event loop after the silence, and after the first fact.
            for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
            yield recordedFact({ position });
          }
          await new Promise((resolve) => ending.signal.addEventListener('abort', resolve, { once: true }));
        },
      });
      const onBatch = async (facts: readonly RecordedFact[]) => {
        batches.push(facts);
        if (positions(batches).length === 2) ending.abort();
      };
      await follow(store, { after: null, signal: ending.signal, gatherMs, onBatch });
      return batches.map((batch) => positions([batch]));
    };
    expect(await batchesOf(0)).toEqual([[0], [1]]);
    // Some rounds of the event loop end long before it, also where this machine stands still for a moment.
    expect(await batchesOf(1_000)).toEqual([[0, 1]]);
  });
});
