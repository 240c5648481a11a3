import type { Fact } from '@pps/kernel';
import type { EventStore } from './event-store';
import { happenedAt, holdsFrom, type Held } from './happened-at';
import type { RecordedFact } from './recorded-fact';
import { foldRecorded, streamName, type StreamType } from './stream-type';

const pageOfFacts = 500;

/**
 * The newest revision of a stream at a moment, −1 for none: found in about 17 short reads, however long the stream is, and in one where `near`, a
 * guess, is right. A fact counts from when it happened (`happenedAt`). Throws `StoreUnavailable`.
 */
export async function revisionAt(store: Pick<EventStore, 'last' | 'read'>, stream: string, at: Date, near?: number): Promise<number> {
  if (near !== undefined && (await isNewestAt(store, stream, at, near))) return near;
  const last = await store.last(stream);
  if (!last) return -1;
  if (countsAt(last, at)) return last.revision;
  const isBefore = async (revision: number): Promise<boolean> => {
    const [fact] = await store.read(stream, revision, 1);
    return fact !== undefined && countsAt(fact, at);
  };
  let [low, high] = near === undefined ? [-1, last.revision] : await boundsAround(near, last.revision, isBefore);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a revision counts, or is that before the first one, and the one after it does not count or is not there. */
async function isNewestAt(store: Pick<EventStore, 'read'>, stream: string, at: Date, revision: number): Promise<boolean> {
  const from = Math.max(revision, 0);
  const facts = await store.read(stream, from, revision < 0 ? 1 : 2);
  const [before, after] = revision < 0 ? [undefined, facts[0]] : facts;
  const isReached = revision < 0 || (before !== undefined && countsAt(before, at));
  return revision >= -1 && isReached && !(after && countsAt(after, at));
}

/** A revision that counts and one that does not, which is below `top` or is it: steps from `near` double until they are found. */
async function boundsAround(
  near: number,
  top: number,
  isBefore: (revision: number) => Promise<boolean>,
): Promise<[low: number, high: number]> {
  let [low, high] = [-1, top];
  const begin = Math.min(Math.max(near, 0), top - 1);
  const isUp = begin >= 0 && (await isBefore(begin));
  if (isUp) low = begin;
  else high = Math.max(begin, 0);
  for (let step = 1; high - low > 1; step *= 2) {
    const next = isUp ? begin + step : begin - step;
    if (next <= low || next >= high) return [low, high];
    const counts = await isBefore(next);
    if (counts) low = next;
    else high = next;
    if (counts !== isUp) return [low, high];
  }
  return [low, high];
}

/**
 * The stream's state at a moment: the newest one that held by then (`holdsFrom`), so as of what the API gives as `updated_at` it is that state. Reads
 * the facts page by page. Throws `StoreUnavailable`.
 */
export async function stateAt<State, F extends Fact>(
  store: Pick<EventStore, 'last' | 'read'>,
  type: StreamType<State, F>,
  id: string,
  at: Date,
): Promise<State> {
  const stream = streamName(type, id);
  let page = await store.read(stream, 0, pageOfFacts);
  // Requests whose facts came in another order were made at about one time.
  const end = page.length < pageOfFacts ? page.length : (await revisionAt(store, stream, at)) + pageOfFacts / 2;
  let held: Held<State> = { state: type.decider.initial, from: -Infinity };
  for (let next = pageOfFacts; ; next += pageOfFacts) {
    for (const fact of page) {
      const state = foldRecorded(type, [fact], held.state);
      const from = holdsFrom(type, held, state, fact);
      if (from > at.getTime()) return held.state;
      held = { state, from };
    }
    if (next >= end) return held.state;
    page = await store.read(stream, next, Math.min(pageOfFacts, end - next));
  }
}

const countsAt = (fact: RecordedFact, at: Date): boolean => Date.parse(happenedAt(fact)) <= at.getTime();
