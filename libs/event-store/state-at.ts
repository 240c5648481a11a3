import type { Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import type { RecordedFact } from './recorded-fact';
import { foldRecorded, streamName, type StreamType } from './stream-type';

const pageOfFacts = 500;

/** The newest revision that the log had stored in a stream at a moment, −1 for none: found in about 17 short reads, however long the stream is. */
export async function revisionAt(store: Pick<EventStore, 'last' | 'read'>, stream: string, at: Date): Promise<number> {
  const last = await store.last(stream);
  if (!last) return -1;
  if (last.recordedAt <= at) return last.revision;
  let [low, high] = [-1, last.revision];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [fact] = await store.read(stream, middle, 1);
    if (fact && fact.recordedAt <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** The stream's state as the facts say that the log had stored at a moment. Reads them page by page. Throws `StoreUnavailable`. */
export async function stateAt<State, F extends Fact>(
  store: Pick<EventStore, 'last' | 'read'>,
  type: StreamType<State, F>,
  id: string,
  at: Date,
): Promise<State> {
  const stream = streamName(type, id);
  const first = await store.read(stream, 0, pageOfFacts);
  const isWhole = first.length < pageOfFacts;
  const revision = isWhole ? lastStored(first, at) : await revisionAt(store, stream, at);
  let state = foldRecorded(type, first.slice(0, revision + 1));
  for (let from = pageOfFacts; from <= revision; from += pageOfFacts) {
    state = foldRecorded(type, await store.read(stream, from, Math.min(pageOfFacts, revision - from + 1)), state);
  }
  return state;
}

/** The newest revision of a whole stream that was stored at a moment. */
const lastStored = (facts: readonly RecordedFact[], at: Date): number => facts.findLastIndex(({ recordedAt }) => recordedAt <= at);
