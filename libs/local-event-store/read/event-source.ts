import type { CommittedLog } from '../log/committed-log';
import type { EventDeque } from '../log/event-deque';
import type { StoredEvent } from '../log/stored-event';
import { originalStreamOf } from '../log/stream-name';
import { unwritten, type StreamState } from '../log/stream-state';
import type { EventReader } from '../postgres/event-reader';
import { databaseUnavailableFailure } from '../protocol/failures';
import { GrpcFailure } from '../transport/grpc-failure';

/** Committed events from memory where they are there, else from the database. Every read fails UNAVAILABLE while the writer lock or the database is not available. */
export interface EventSource {
  /** Position of the last committed event. */
  head(): bigint;
  /** State of the stream or, for a metastream, of the stream it describes. */
  loadState(stream: string): StreamState | Promise<StreamState>;
  /** Ascending from `from`, inclusive; empty only behind the head. */
  readAllForwards(from: bigint, limit: number): Page;
  /** Descending from `from`, inclusive; empty only before the first event. */
  readAllBackwards(from: bigint, limit: number): Page;
  readStreamForwards(stream: string, from: bigint, to: bigint, limit: number): Page;
  readStreamBackwards(stream: string, from: bigint, downTo: bigint, limit: number): Page;
  /** The events at these revisions, in no order; missing ones are left out. */
  readEvents(targets: readonly { stream: string; revision: bigint }[]): Promise<StoredEvent[]>;
}

type Page = StoredEvent[] | Promise<StoredEvent[]>;

export function createEventSource(committed: CommittedLog, reader: EventReader): EventSource {
  const head = () => {
    const position = committed.head();
    if (position === undefined) throw databaseUnavailableFailure();
    return position;
  };
  return {
    head,
    loadState(stream) {
      head();
      const original = originalStreamOf(stream);
      return (
        committed.states.get(original) ??
        orUnavailable(committed.states.load(original, async () => (await reader.loadState(original)) ?? unwritten))
      );
    },
    readAllForwards(from, limit) {
      const last = head();
      if (from > last) return [];
      const first = committed.tail.all.at(0);
      if (first && from >= first.position) return ascending(committed.tail.all, Number(from - first.position), limit);
      return orUnavailable(reader.readAllForwards(from, last, limit));
    },
    readAllBackwards(from, limit) {
      const last = head();
      const start = from < last ? from : last;
      const first = committed.tail.all.at(0);
      if (first && start >= first.position) return descending(committed.tail.all, Number(start - first.position), 0, limit);
      return orUnavailable(reader.readAllBackwards(start, limit));
    },
    readStreamForwards(stream, from, to, limit) {
      head();
      if (from > to) return [];
      const events = committed.tail.ofStream(stream);
      const first = events?.at(0);
      if (!events || !first || from < first.revision) return orUnavailable(reader.readStreamForwards(stream, from, to, limit));
      return ascending(events, Number(from - first.revision), Math.min(limit, Number(to - from) + 1));
    },
    readStreamBackwards(stream, from, downTo, limit) {
      head();
      if (from < downTo) return [];
      const events = committed.tail.ofStream(stream);
      const first = events?.at(0);
      if (!events || !first || from < first.revision) return orUnavailable(reader.readStreamBackwards(stream, from, downTo, limit));
      const lowest = downTo > first.revision ? Number(downTo - first.revision) : 0;
      return descending(events, Number(from - first.revision), lowest, limit);
    },
    readEvents(targets) {
      head();
      return orUnavailable(reader.readEvents(targets));
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
    throw error instanceof GrpcFailure ? error : databaseUnavailableFailure();
  }
}
