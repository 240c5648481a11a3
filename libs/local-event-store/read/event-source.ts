import type { CommittedLog } from '../log/committed-log';
import type { EventDeque } from '../log/event-deque';
import type { StoredEvent } from '../log/stored-event';
import { originalStreamOf } from '../log/stream-name';
import { unwritten, type StreamState } from '../log/stream-state';
import type { EventReader } from '../postgres/event-reader';
import { unavailable } from '../protocol/failures';
import { GrpcFailure } from '../transport/grpc-failure';

/** Committed events from memory where they are there, else from the database. Every read fails UNAVAILABLE while either is away. */
export interface EventSource {
  /** Position of the last committed event. */
  head(): bigint;
  /** State of the stream named or, for a metastream, of the stream it describes. */
  stateOf(stream: string): StreamState | Promise<StreamState>;
  /** Ascending from `from`, inclusive; empty only behind the head. */
  allForwards(from: bigint, limit: number): Page;
  /** Descending from `from`, inclusive; empty only before the first event. */
  allBackwards(from: bigint, limit: number): Page;
  streamForwards(stream: string, from: bigint, to: bigint, limit: number): Page;
  streamBackwards(stream: string, from: bigint, downTo: bigint, limit: number): Page;
  named(targets: readonly { stream: string; revision: bigint }[]): Promise<StoredEvent[]>;
}

type Page = StoredEvent[] | Promise<StoredEvent[]>;

const databaseAway = () => unavailable('the event store database is not available');

export function createEventSource(committed: CommittedLog, reader: EventReader): EventSource {
  const head = () => {
    const position = committed.head();
    if (position === undefined) throw databaseAway();
    return position;
  };
  return {
    head,
    stateOf(stream) {
      head();
      const original = originalStreamOf(stream);
      return (
        committed.states.get(original) ??
        orUnavailable(committed.states.load(original, async () => (await reader.state(original)) ?? unwritten))
      );
    },
    allForwards(from, limit) {
      const last = head();
      if (from > last) return [];
      const first = committed.tail.all.at(0);
      if (first && from >= first.position) return ascending(committed.tail.all, Number(from - first.position), limit);
      return orUnavailable(reader.allForwards(from, last, limit));
    },
    allBackwards(from, limit) {
      const last = head();
      const start = from < last ? from : last;
      const first = committed.tail.all.at(0);
      if (first && start >= first.position) return descending(committed.tail.all, Number(start - first.position), 0, limit);
      return orUnavailable(reader.allBackwards(start, limit));
    },
    streamForwards(stream, from, to, limit) {
      head();
      if (from > to) return [];
      const events = committed.tail.ofStream(stream);
      const first = events?.at(0);
      if (!events || !first || from < first.revision) return orUnavailable(reader.streamForwards(stream, from, to, limit));
      return ascending(events, Number(from - first.revision), Math.min(limit, Number(to - from) + 1));
    },
    streamBackwards(stream, from, downTo, limit) {
      head();
      if (from < downTo) return [];
      const events = committed.tail.ofStream(stream);
      const first = events?.at(0);
      if (!events || !first || from < first.revision) return orUnavailable(reader.streamBackwards(stream, from, downTo, limit));
      const lowest = downTo > first.revision ? Number(downTo - first.revision) : 0;
      return descending(events, Number(from - first.revision), lowest, limit);
    },
    named(targets) {
      head();
      return orUnavailable(reader.named(targets));
    },
  };
}

function ascending(events: EventDeque, from: number, limit: number): StoredEvent[] {
  return events.slice(from, Math.min(events.length, from + limit));
}

function descending(events: EventDeque, from: number, lowest: number, limit: number): StoredEvent[] {
  return events.slice(Math.max(lowest, from + 1 - limit), from + 1).reverse();
}

async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof GrpcFailure ? error : databaseAway();
  }
}
