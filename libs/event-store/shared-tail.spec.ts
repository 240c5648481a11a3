import { ConditionVariable } from '@pps/concurrency';
import { newId } from '@pps/kernel';
import { type EventStore, type RecordedFact, withSharedTail } from '.';
import { recordedFact, storeWith } from './testing';

/** A log that grows; a subscription that is cut throws. */
function growingLog() {
  const facts: RecordedFact[] = [];
  const news = new ConditionVariable();
  const seen = { subscriptions: 0, open: 0, handedOut: 0 };
  let cuts = 0;
  const store = storeWith({
    head: async () => facts.at(-1)?.position ?? -1n,
    async *subscribe(after, signal) {
      seen.subscriptions++;
      seen.open++;
      const cutsAtStart = cuts;
      try {
        for (let next = facts.findIndex(({ position }) => position > (after ?? -1n)), begun = next !== -1; ;) {
          signal.throwIfAborted();
          if (cuts > cutsAtStart) throw new Error('cut');
          if (!begun && facts.some(({ position }) => position > (after ?? -1n))) {
            next = facts.findIndex(({ position }) => position > (after ?? -1n));
            begun = true;
          }
          const fact = begun ? facts[next] : undefined;
          if (fact) {
            next++;
            seen.handedOut++;
            yield fact;
          } else await news.wait(5);
        }
      } finally {
        seen.open--;
      }
    },
  });
  const append = (...positions: number[]) => {
    facts.push(...positions.map((position) => recordedFact({ id: newId(), position: BigInt(position) })));
    news.notifyAll();
  };
  const cut = () => {
    cuts++;
    news.notifyAll();
  };
  return { store, facts, seen, append, cut };
}

/** Takes facts until it has so many; gives what it got. */
async function take(store: EventStore, after: bigint | null, count: number, pause?: () => Promise<void>): Promise<string[]> {
  const ending = new AbortController();
  const got: string[] = [];
  for await (const fact of store.subscribe(after, ending.signal)) {
    got.push(fact.id);
    if (got.length === count) break;
    await pause?.();
  }
  return got;
}

const upTo = (length: number) => Array.from({ length }, (_, index) => index);
const ticks = async (n: number) => {
  for (let tick = 0; tick < n; tick++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a shared tail', () => {
  it('fetches each event once for all who stand at the end', async () => {
    const log = growingLog();
    log.append(...upTo(10));
    const store = withSharedTail(log.store);
    const taking = Promise.all([1, 2, 3, 4].map(() => take(store, 9n, 5)));
    await ticks(5);
    log.append(10, 11, 12, 13, 14);
    const ids = log.facts.slice(10).map(({ id }) => id);
    expect(await taking).toEqual([ids, ids, ids, ids]);
    expect(log.seen).toMatchObject({ subscriptions: 1, handedOut: 5 });
  });

  it('gives a follower what has come together in one batch, never more than it takes, and all of it in order', async () => {
    const log = growingLog();
    const store = withSharedTail(log.store);
    const ending = new AbortController();
    const sizes: number[] = [];
    const got: string[] = [];
    const taking = (async () => {
      for await (const batch of store.subscribe(-1n, ending.signal).batches?.(4, 20) ?? []) {
        sizes.push(batch.length);
        got.push(...batch.map(({ id }) => id));
        if (got.length === 13) return;
      }
    })();
    await ticks(5);
    log.append(0, 1, 2);
    while (got.length < 3) await ticks(1);
    log.append(...upTo(10).map((n) => n + 3));
    await taking;
    expect(sizes).toEqual([3, 4, 4, 2]);
    expect(got).toEqual(log.facts.map(({ id }) => id));
    ending.abort();
  });

  it('gives all of a log that grows meanwhile to those who began anywhere in it, once and in order', async () => {
    const log = growingLog();
    log.append(...upTo(100));
    const store = withSharedTail(log.store);
    const all = 5_000;
    const slow = async () => (Math.random() < 0.05 ? ticks(3) : undefined);
    const taking = Promise.all([
      take(store, null, all),
      take(store, 49n, all - 50, slow),
      take(store, 98n, all - 99),
      take(store, 99n, all - 100, slow),
    ]);
    for (let at = 100; at < all; at += 10) {
      log.append(...upTo(10).map((n) => at + n));
      if (at % 100 === 0) await ticks(1);
    }
    const ids = log.facts.map(({ id }) => id);
    expect(await taking).toEqual([ids, ids.slice(50), ids.slice(99), ids.slice(100)]);
  });

  it('loses none of the events that share a position', async () => {
    const log = growingLog();
    log.append(0, 1, 2, 2, 2);
    const store = withSharedTail(log.store);
    const keeper = take(store, 2n, 6);
    await ticks(5);
    const late = take(store, 1n, 9);
    log.append(3, 4, 4, 4);
    await ticks(20);
    log.append(5, 5);
    const ids = log.facts.map(({ id }) => id);
    expect(await keeper).toEqual(ids.slice(5));
    expect(await late).toEqual(ids.slice(2));
  });

  it('lets one who is too slow go on by himself, without a gap', async () => {
    const log = growingLog();
    log.append(0);
    const store = withSharedTail(log.store);
    let held = true;
    const taking = take(store, 0n, 9_000, async () => {
      while (held) await ticks(1);
    });
    const quick = take(store, 0n, 9_000);
    await ticks(3);
    for (let at = 1; at <= 9_000; at += 100) {
      log.append(...upTo(100).map((n) => at + n));
      await ticks(1);
    }
    const ids = log.facts.slice(1).map(({ id }) => id);
    expect(await quick).toEqual(ids);
    held = false;
    expect(await taking).toEqual(ids);
    expect(log.seen.subscriptions).toBeGreaterThan(1);
  });

  it('throws to every listener when the subscription drops, and begins anew for the next', async () => {
    const log = growingLog();
    log.append(0);
    const store = withSharedTail(log.store);
    const broken = [1, 2].map(() => take(store, 0n, 1));
    const outcomes = Promise.allSettled(broken);
    await ticks(5);
    log.cut();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = take(store, 0n, 1);
    await ticks(5);
    log.append(1);
    expect(await again).toEqual([log.facts[1]?.id]);
  });

  it('ends when its listener aborts, and leaves nothing open when the last one goes', async () => {
    const log = growingLog();
    log.append(0);
    const store = withSharedTail(log.store);
    const ending = new AbortController();
    const ended = store.subscribe(0n, ending.signal)[Symbol.asyncIterator]().next();
    await ticks(5);
    expect(log.seen.open).toBe(1);
    ending.abort();
    await expect(ended).rejects.toThrow();
    for (let tries = 0; log.seen.open > 0 && tries < 1_000; tries++) await ticks(5);
    expect(log.seen.open).toBe(0);
  });
});
