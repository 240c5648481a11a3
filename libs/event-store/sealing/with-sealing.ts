import type { EventStore } from '../event-store';
import { inBatches } from '../in-batches';
import type { RecordedFact } from '../recorded-fact';
import type { FactSealing } from './fact-sealing';

const readAhead = 500;

/**
 * The same store, with declared fields sealed on append and opened on read. While the keys cannot be read, appends and reads throw what the reading of keys
 * throws, and subscriptions end with it. A subscription reads keys for as many facts at once as have arrived, 500 at most, and holds twice as many; it opens
 * what is sealed of a fact when its data is read first.
 */
export function withSealing(store: EventStore, sealing: FactSealing): EventStore {
  const openAll = async (facts: readonly RecordedFact[]): Promise<RecordedFact[]> => {
    const sealers = await sealing.prepare(facts);
    return facts.map((fact) => sealing.open(fact, sealers));
  };
  return {
    ...store,
    append: async (stream, facts, expected) => store.append(stream, await sealing.seal(stream, facts), expected),
    read: async (stream, fromRevision, maxCount) => openAll(await store.read(stream, fromRevision, maxCount)),
    last: async (stream) => {
      const fact = await store.last(stream);
      return fact && ((await openAll([fact]))[0] ?? null);
    },
    async *subscribe(after, signal) {
      for await (const batch of inBatches(store.subscribe(after, signal), readAhead, 0)) {
        for (const fact of batch) sealing.observe(fact);
        const sealers = await sealing.prepare(batch);
        for (const fact of batch) yield sealing.openLater(fact, sealers);
      }
      // Who reads up to the head of the log must not take an end before it for that head.
      throw new Error('the subscription ended');
    },
  };
}
