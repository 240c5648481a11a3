import { linkAbort } from '@pps/concurrency';
import type { EventStore } from './event-store';
import { LogTail, type Place } from './log-tail';
import type { RecordedFact } from './recorded-fact';

/**
 * The same store, where all who stand at the log's end share one subscription: each event is fetched and read once per process. Who is further
 * behind, or falls behind the newest 2,000 events, follows by himself until he has caught up.
 */
export function withSharedTail(store: EventStore): EventStore {
  let tail: LogTail | undefined;
  return {
    ...store,
    async *subscribe(after, signal) {
      for (let last: Place = { position: after, factId: null }; ;) {
        signal.throwIfAborted();
        if (!tail || tail.ended) tail = new LogTail(store);
        const mine = tail;
        const leave = mine.join();
        try {
          await mine.begun;
          for await (const fact of alone(store, last, mine, signal)) {
            last = placeOf(fact);
            yield fact;
          }
          for await (const fact of mine.from(last, signal)) {
            last = placeOf(fact);
            yield fact;
          }
        } finally {
          leave();
        }
      }
    },
  };
}

const placeOf = (fact: RecordedFact): Place => ({ position: fact.position, factId: fact.id });

/** Follows by itself until the tail holds the very fact that was given last; ends at once when there is nothing to catch up with. */
async function* alone(store: EventStore, begun: Place, tail: LogTail, signal: AbortSignal): AsyncGenerator<RecordedFact> {
  if (tail.holds(begun)) return;
  const done = linkAbort(signal);
  try {
    for await (const fact of store.subscribe(begun.position, done.signal)) {
      yield fact;
      if (tail.holds(placeOf(fact))) return;
    }
    throw new Error('the subscription ended');
  } finally {
    done.abort();
    done.release();
  }
}
