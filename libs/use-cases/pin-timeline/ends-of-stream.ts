import type { EventStore, RecordedFact } from '@pps/event-store';

/** A client may change a pin or a schedule as often as it likes; nobody reads the middle of so long a story. */
const factsOfEachEnd = 500;

/** The facts of a stream, oldest first: of one with more than 1,000 the first 500 and the newest 500. Throws `StoreUnavailable`. */
export async function endsOfStream(store: Pick<EventStore, 'last' | 'read'>, stream: string): Promise<RecordedFact[]> {
  const last = await store.last(stream);
  if (!last) return [];
  if (last.revision < 2 * factsOfEachEnd) return store.read(stream, 0, 2 * factsOfEachEnd);
  const ends = [0, last.revision - factsOfEachEnd + 1];
  return (await Promise.all(ends.map((from) => store.read(stream, from, factsOfEachEnd)))).flat();
}
