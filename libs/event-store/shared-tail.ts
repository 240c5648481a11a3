import { linkAbort } from '@pps/concurrency';
import type { EventStore } from './event-store';
import { inBatches } from './in-batches';
import { TailSubscription, type FollowerPosition } from './tail-subscription';
import type { RecordedFact } from './recorded-fact';

const factsAtOnce = 500;

/**
 * The same store, with one subscription for all who have caught up: each event is fetched and parsed once per process. Who is further behind
 * than the newest 2,000 events has a subscription of his own until he has caught up.
 */
export function withSharedTail(store: EventStore): EventStore {
  let tail: TailSubscription | undefined;
  return {
    ...store,
    subscribe: (after, signal) => ({
      [Symbol.asyncIterator]: () => oneByOne(batches(after, { signal, max: factsAtOnce, gatherMs: 0 }), signal),
      batches: (max, gatherMs) => batches(after, { signal, max, gatherMs }),
    }),
  };

  async function* batches(after: bigint | null, options: BatchOptions): AsyncGenerator<readonly RecordedFact[]> {
    for (let last: FollowerPosition = { position: after, factId: null }; ;) {
      options.signal.throwIfAborted();
      if (!tail || tail.ended) tail = new TailSubscription(store);
      const mine = tail;
      const leave = mine.join();
      const catchingUp = linkAbort(options.signal);
      try {
        await mine.begun;
        for await (const batch of inBatches(followUntilHeld(store, last, mine, catchingUp.signal), options.max, options.gatherMs)) {
          last = lastOf(batch, last);
          yield batch;
        }
        for await (const batch of mine.batchesFrom(last, options)) {
          last = lastOf(batch, last);
          yield batch;
        }
      } finally {
        catchingUp.abort();
        catchingUp.release();
        leave();
      }
    }
  }
}

interface BatchOptions {
  readonly signal: AbortSignal;
  readonly max: number;
  readonly gatherMs: number;
}

async function* oneByOne(batches: AsyncIterable<readonly RecordedFact[]>, signal: AbortSignal): AsyncGenerator<RecordedFact> {
  for await (const batch of batches) {
    for (const fact of batch) {
      signal.throwIfAborted();
      yield fact;
    }
  }
}

function lastOf(batch: readonly RecordedFact[], before: FollowerPosition): FollowerPosition {
  const last = batch.at(-1);
  return last ? { position: last.position, factId: last.id } : before;
}

/** Follows with a subscription of its own until the tail holds the last fact it gave; ends at once when the tail holds everything already. */
async function* followUntilHeld(
  store: EventStore,
  begun: FollowerPosition,
  tail: TailSubscription,
  signal: AbortSignal,
): AsyncGenerator<RecordedFact> {
  if (tail.holds(begun)) return;
  const done = linkAbort(signal);
  try {
    for await (const fact of store.subscribe(begun.position, done.signal)) {
      yield fact;
      if (tail.holds({ position: fact.position, factId: fact.id })) return;
    }
    throw new Error('the subscription ended');
  } finally {
    done.abort();
    done.release();
  }
}
