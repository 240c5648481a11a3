import type { Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import type { RecordedFact } from './recorded-fact';
import { foldRecorded, streamName, type StreamType } from './stream-type';

const pageOfFacts = 500;

/**
 * The newest revision of a stream at a moment, −1 for none: found in about 17 short reads, however long the stream is. A fact counts from when it
 * happened, which is a little before the log stored it: so what the API gives as `created_at` or `updated_at` is a moment at which that holds.
 */
export async function revisionAt(store: Pick<EventStore, 'last' | 'read'>, stream: string, at: Date): Promise<number> {
  const last = await store.last(stream);
  if (!last) return -1;
  if (countsAt(last, at)) return last.revision;
  let [low, high] = [-1, last.revision];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [fact] = await store.read(stream, middle, 1);
    if (fact && countsAt(fact, at)) low = middle;
    else high = middle;
  }
  return low;
}

/** The stream's state at a moment, as its facts until then say (`revisionAt`). Reads them page by page. Throws `StoreUnavailable`. */
export async function stateAt<State, F extends Fact>(
  store: Pick<EventStore, 'last' | 'read'>,
  type: StreamType<State, F>,
  id: string,
  at: Date,
): Promise<State> {
  const stream = streamName(type, id);
  const first = await store.read(stream, 0, pageOfFacts);
  const isWhole = first.length < pageOfFacts;
  const revision = isWhole ? lastCounting(first, at) : await revisionAt(store, stream, at);
  let state = foldRecorded(type, first.slice(0, revision + 1));
  for (let from = pageOfFacts; from <= revision; from += pageOfFacts) {
    state = foldRecorded(type, await store.read(stream, from, Math.min(pageOfFacts, revision - from + 1)), state);
  }
  return state;
}

/** The newest revision of a whole stream at a moment. */
const lastCounting = (facts: readonly RecordedFact[], at: Date): number => facts.findLastIndex((fact) => countsAt(fact, at));

const countsAt = (fact: RecordedFact, at: Date): boolean => countsFrom(fact) <= at.getTime();

/** Milliseconds since the Unix epoch: when the fact happened, or was stored where its own time is none or later. */
export function countsFrom({ recordedAt, metadata }: Pick<RecordedFact, 'recordedAt' | 'metadata'>): number {
  const occurred = Date.parse(metadata.occurredAt);
  return Number.isNaN(occurred) ? recordedAt.getTime() : Math.min(occurred, recordedAt.getTime());
}
