import { createCommitSignal, type CommitSignal } from './commit-signal';
import { createLogTail, type LogTail } from './log-tail';
import { createStateCache, type StateCache } from './state-cache';
import type { StoredEvent } from './stored-event';
import type { StreamState } from './stream-state';

/** What is cached in memory of the committed log. Empty while another process could be writing. */
export interface CommittedLog {
  /** Position of the last committed event; undefined while the writer lock is not held. */
  head(): bigint | undefined;
  readonly tail: LogTail;
  readonly states: StateCache;
  readonly signal: CommitSignal;
  /** Starts anew once the writer lock is held. `newest` ends at the head. */
  reset(head: bigint, newest: readonly StoredEvent[]): void;
  /** Drops everything, because the writer lock may be lost. */
  invalidate(): void;
  /** Adds what a group commit has made durable. */
  commit(events: readonly StoredEvent[], states: ReadonlyMap<string, StreamState>): void;
}

const tailBytes = 32 * 1024 * 1024;
const maxStates = 50_000;
const stateBytes = 16 * 1024 * 1024;

export function createCommittedLog(): CommittedLog {
  const tail = createLogTail(tailBytes);
  const states = createStateCache(maxStates, stateBytes);
  const signal = createCommitSignal();
  let head: bigint | undefined;
  const clear = () => {
    tail.clear();
    states.clear();
  };
  return {
    head: () => head,
    tail,
    states,
    signal,
    reset(position, newest) {
      clear();
      head = position;
      tail.append(newest);
      signal.notifyAll();
    },
    invalidate() {
      clear();
      head = undefined;
    },
    commit(events, changed) {
      const last = events.at(-1);
      if (!last) return;
      head = last.position;
      states.commit(changed);
      tail.append(events);
    },
  };
}
