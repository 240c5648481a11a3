import { createEventDeque, type EventDeque } from './event-deque';
import type { StoredEvent } from './stored-event';

/** The newest events of the log in memory, of the whole log and by stream, without gaps up to the last one. */
export interface LogTail {
  /** Adds committed events; the oldest are dropped once the tail is above its bound. */
  append(events: readonly StoredEvent[]): void;
  clear(): void;
  /** The events of the whole log that are in memory, oldest first. */
  readonly all: EventDeque;
  /** The same for one stream; undefined when none is in memory. */
  ofStream(stream: string): EventDeque | undefined;
}

const overheadBytes = 600;

/** Retains events up to `maxBytes` of data and estimated overhead. */
export function createLogTail(maxBytes: number): LogTail {
  let all = createEventDeque();
  let streams = new Map<string, EventDeque>();
  let bytes = 0;

  const dropOldest = () => {
    const event = all.shift();
    if (!event) return;
    bytes -= sizeOf(event);
    const ofStream = streams.get(event.stream);
    ofStream?.shift();
    if (ofStream?.length === 0) streams.delete(event.stream);
  };
  return {
    get all() {
      return all;
    },
    ofStream: (stream) => streams.get(stream),
    append(events) {
      for (const event of events) {
        all.push(event);
        bytes += sizeOf(event);
        const ofStream = streams.get(event.stream);
        if (ofStream) ofStream.push(event);
        else {
          const created = createEventDeque();
          created.push(event);
          streams.set(event.stream, created);
        }
      }
      while (bytes > maxBytes) dropOldest();
    },
    clear() {
      all = createEventDeque();
      streams = new Map();
      bytes = 0;
    },
  };
}

function sizeOf(event: StoredEvent): number {
  return overheadBytes + (event.encoded?.length ?? event.data.length + event.metadata.length);
}
