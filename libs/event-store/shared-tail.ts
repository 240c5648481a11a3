import { linkAbort, ConditionVariable } from '@pps/concurrency';
import type { EventStore } from './event-store';
import { inBatches } from './in-batches';
import type { RecordedFact } from './recorded-fact';
import { setTimeout as delay } from 'node:timers/promises';

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
        if (mine.failed) throw new Error('the subscription ended');
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
      // The next subscription may lead to another server, and its facts do not follow unseen on those of this one.
      if (tail.failed) break;
      yield fact;
      if (tail.holds({ position: fact.position, factId: fact.id })) return;
    }
    throw new Error('the subscription ended');
  } finally {
    done.abort();
    done.release();
  }
}

const heldAtMost = 2_000;
const longestWaitMs = 30_000;

/** How far a follower has come: the position it began after, then the last fact it was given. */
interface FollowerPosition {
  readonly position: bigint | null;
  readonly factId: string | null;
}

/** The newest 2,000 to 4,000 events of the log in memory, fed by one subscription, for as long as somebody listens. */
class TailSubscription {
  readonly begun: Promise<void>;
  private readonly ending = new AbortController();
  private readonly moved = new ConditionVariable();
  private readonly held: RecordedFact[] = [];
  /** Events dropped at the front so far. */
  private dropped = 0;
  /** Every event after this position has been held. */
  private start: bigint | null = null;
  private failure: { readonly error: unknown } | undefined;
  private listeners = 0;

  constructor(private readonly store: EventStore) {
    this.begun = store.head().then(
      (head) => {
        this.start = head;
        void this.pump(head);
      },
      (error: unknown) => {
        this.failure = { error };
        throw error;
      },
    );
    this.begun.catch(() => undefined);
  }

  get failed(): boolean {
    return this.failure !== undefined;
  }

  get ended(): boolean {
    return this.failed || this.ending.signal.aborted;
  }

  join(): () => void {
    this.listeners++;
    return () => {
      if (--this.listeners === 0) this.ending.abort();
    };
  }

  /** Whether every event after this position is held here. */
  holds({ position, factId }: FollowerPosition): boolean {
    if (this.dropped === 0 && factId === null && this.start !== null && position !== null && position >= this.start) return true;
    return this.indexAfter({ position, factId }) !== -1;
  }

  /**
   * Everything after `begun`, `max` at most at once; a batch that is not full waits `gatherMs` for more. Ends when the listener was too slow, throws
   * when the subscription drops or `signal` aborts.
   */
  async *batchesFrom(
    begun: FollowerPosition,
    { signal, max, gatherMs }: { readonly signal: AbortSignal; readonly max: number; readonly gatherMs: number },
  ): AsyncGenerator<readonly RecordedFact[]> {
    if (!this.holds(begun)) return;
    const index = this.indexAfter(begun);
    // Events of one append may share a position, so that only the fact itself says where to go on.
    let next = this.dropped + Math.max(0, index);
    const skipUntil = index === -1 ? begun.position : null;
    const wake = () => this.moved.notifyAll();
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        signal.throwIfAborted();
        if (next < this.dropped) return;
        const count = this.held.length + this.dropped - next;
        if (count > 0) {
          if (gatherMs > 0 && count < max) {
            await delay(gatherMs);
            signal.throwIfAborted();
          }
          if (next < this.dropped) return;
          const newest = this.held.slice(next - this.dropped, next - this.dropped + max);
          next += newest.length;
          const batch = skipUntil === null ? newest : newest.filter(({ position }) => position > skipUntil);
          if (batch.length > 0) yield batch;
        } else if (this.failure) {
          throw this.failure.error;
        } else {
          await this.moved.wait(longestWaitMs);
        }
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  private indexAfter({ position, factId }: FollowerPosition): number {
    if (factId === null || position === null || position < (this.held[0]?.position ?? position)) return -1;
    const index = this.held.findLastIndex(({ id }) => id === factId);
    return index === -1 ? -1 : index + 1;
  }

  private async pump(head: bigint): Promise<void> {
    try {
      for await (const fact of this.store.subscribe(head, this.ending.signal)) {
        this.held.push(fact);
        if (this.held.length >= 2 * heldAtMost) this.dropped += this.held.splice(0, heldAtMost).length;
        this.moved.notifyAll();
      }
      throw new Error('the subscription ended');
    } catch (error) {
      this.failure = { error };
      this.moved.notifyAll();
    }
  }
}
