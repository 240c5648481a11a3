import type { EventStore } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { setMaxListeners } from 'node:events';

/** A log in memory for all hosts that a test starts in its process: each opens it for itself, and its `close` ends its own subscriptions only. */
export function logInMemory(): () => EventStore {
  const log = openInMemoryEventStore();
  return () => {
    const closing = new AbortController();
    // Every process and projection of a host subscribes.
    setMaxListeners(0, closing.signal);
    return {
      ...log,
      subscribe: (after, signal) => log.subscribe(after, AbortSignal.any([signal, closing.signal])),
      close: async () => closing.abort(),
    };
  };
}
