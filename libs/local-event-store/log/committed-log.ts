import { createCommitSignal, type CommitSignal } from './commit-signal';
import { createLogTail, type LogTail } from './log-tail';
import { createStateCache, type StateCache } from './state-cache';
import type { StoredEvent } from './stored-event';
import type { StreamState } from './stream-state';

/** What is known in memory of the committed log. Nothing is known while another process could be writing. */
export interface CommittedLog {
  /** Position of the last committed event; undefined while the writer lock is not held. */
  head(): bigint | undefined;
  readonly tail: LogTail;
  readonly states: StateCache;
  readonly signal: CommitSignal;
  /** Takes over after the lock was taken. `newest` ends at the head. */
  takeOver(head: bigint, newest: readonly StoredEvent[]): void;
  giveUp(): void;
  /** Adds what a turn has committed. */
  commit(events: readonly StoredEvent[], states: ReadonlyMap<string, StreamState>): void;
}

const tailBytes = 32 * 1024 * 1024;
const maxStates = 50_000;

export function createCommittedLog(): CommittedLog {
  const tail = createLogTail(tailBytes);
  const states = createStateCache(maxStates);
  const signal = createCommitSignal();
  let head: bigint | undefined;
  const forget = () => {
    tail.clear();
    states.clear();
  };
  return {
    head: () => head,
    tail,
    states,
    signal,
    takeOver(position, newest) {
      forget();
      head = position;
      tail.append(newest);
      signal.notifyEveryone();
    },
    giveUp() {
      forget();
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
