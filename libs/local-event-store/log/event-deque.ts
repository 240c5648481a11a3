import type { StoredEvent } from './stored-event';

/** A queue of events in order: pushed at the new end and shifted off the old one in constant time. */
export interface EventDeque {
  readonly length: number;
  at(index: number): StoredEvent | undefined;
  push(event: StoredEvent): void;
  shift(): StoredEvent | undefined;
  slice(from: number, to: number): StoredEvent[];
}

const compactAt = 1024;

export function createEventDeque(): EventDeque {
  let items: (StoredEvent | undefined)[] = [];
  let start = 0;
  return {
    get length() {
      return items.length - start;
    },
    at: (index) => (index < 0 ? undefined : items[start + index]),
    push: (event) => void items.push(event),
    shift() {
      const event = items[start];
      if (!event) return undefined;
      items[start] = undefined;
      start += 1;
      if (start >= compactAt && start * 2 >= items.length) {
        items = items.slice(start);
        start = 0;
      }
      return event;
    },
    slice: (from, to) => items.slice(start + Math.max(0, from), start + Math.max(0, to)) as StoredEvent[],
  };
}
