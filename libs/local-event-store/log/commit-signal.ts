import type { StoredEvent } from './stored-event';

/** Tells subscriptions that something was committed; what it was they read themselves. */
export interface CommitSignal {
  /** Runs `wake` after commits to the stream, or to any when undefined. Returns what ends it. */
  listen(stream: string | undefined, wake: () => void): () => void;
  notify(events: readonly StoredEvent[]): void;
  notifyEveryone(): void;
}

export function createCommitSignal(): CommitSignal {
  const ofAll = new Set<() => void>();
  const ofStream = new Map<string, Set<() => void>>();
  return {
    listen(stream, wake) {
      if (stream === undefined) {
        ofAll.add(wake);
        return () => void ofAll.delete(wake);
      }
      const listeners = ofStream.get(stream) ?? new Set();
      ofStream.set(stream, listeners.add(wake));
      return () => {
        listeners.delete(wake);
        if (listeners.size === 0 && ofStream.get(stream) === listeners) ofStream.delete(stream);
      };
    },
    notify(events) {
      if (ofStream.size > 0) for (const event of events) ofStream.get(event.stream)?.forEach((wake) => wake());
      for (const wake of ofAll) wake();
    },
    notifyEveryone() {
      for (const listeners of ofStream.values()) for (const wake of listeners) wake();
      for (const wake of ofAll) wake();
    },
  };
}
