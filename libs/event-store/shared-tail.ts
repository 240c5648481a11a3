import { linkAbort } from '@pps/concurrency';
import type { EventStore } from './event-store';
import { TailSubscription, type FollowerPosition } from './tail-subscription';
import type { RecordedFact } from './recorded-fact';

/**
 * The same store, with one subscription for all who have caught up: each event is fetched and parsed once per process. Who is further behind
 * than the newest 2,000 events has a subscription of his own until he has caught up.
 */
export function withSharedTail(store: EventStore): EventStore {
  let tail: TailSubscription | undefined;
  return {
    ...store,
    async *subscribe(after, signal) {
      for (let last: FollowerPosition = { position: after, factId: null }; ;) {
        signal.throwIfAborted();
        if (!tail || tail.ended) tail = new TailSubscription(store);
        const mine = tail;
        const leave = mine.join();
        try {
          await mine.begun;
          for await (const fact of followUntilHeld(store, last, mine, signal)) {
            last = followerPositionOf(fact);
            yield fact;
          }
          for await (const fact of mine.from(last, signal)) {
            last = followerPositionOf(fact);
            yield fact;
          }
        } finally {
          leave();
        }
      }
    },
  };
}

const followerPositionOf = (fact: RecordedFact): FollowerPosition => ({ position: fact.position, factId: fact.id });

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
      if (tail.holds(followerPositionOf(fact))) return;
    }
    throw new Error('the subscription ended');
  } finally {
    done.abort();
    done.release();
  }
}
