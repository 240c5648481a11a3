import type { StoredEvent } from './stored-event';

/** Wakes subscriptions after a commit; what was committed they read themselves. */
export interface CommitSignal {
  /** Runs `wake` after commits to the stream, or to any stream when undefined. Returns what ends it. */
  subscribe(stream: string | undefined, wake: () => void): () => void;
  /** Wakes whoever waits for these events. */
  notify(events: readonly StoredEvent[]): void;
  notifyAll(): void;
}

export function createCommitSignal(): CommitSignal {
  const ofAll = new Set<() => void>();
  const ofStream = new Map<string, Set<() => void>>();
  return {
    subscribe(stream, wake) {
      if (stream === undefined) {
        ofAll.add(wake);
        return () => void ofAll.delete(wake);
      }
      const subscribers = ofStream.get(stream) ?? new Set();
      ofStream.set(stream, subscribers.add(wake));
      return () => {
        subscribers.delete(wake);
        if (subscribers.size === 0 && ofStream.get(stream) === subscribers) ofStream.delete(stream);
      };
    },
    notify(events) {
      if (ofStream.size > 0) for (const event of events) ofStream.get(event.stream)?.forEach((wake) => wake());
      for (const wake of ofAll) wake();
    },
    notifyAll() {
      for (const subscribers of ofStream.values()) for (const wake of subscribers) wake();
      for (const wake of ofAll) wake();
    },
  };
}
