import { createCommitSignal, type CommitSignal } from './commit-signal';
import { createLogTail, type LogTail } from './log-tail';
import type { StoredEvent } from './stored-event';
import type { StreamState } from './stream-state';
import { LRUCache } from 'lru-cache';

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

/** Committed states of recently used streams, by original stream name. */
export interface StateCache {
  get(stream: string): StreamState | undefined;
  /** Replaces the states of the streams that a commit has changed. */
  commit(states: ReadonlyMap<string, StreamState>): void;
  /** The state from memory or from `fetch`; a fetched one is cached only if nothing was committed to the stream meanwhile. */
  load(stream: string, fetch: () => Promise<StreamState>): Promise<StreamState>;
  clear(): void;
}

/** Of an entry beside its stream's name and metadata. */
const entryBytes = 200;

/** Caches at most `maxStreams` states, of at most `maxBytes` of names and metadata: a client may give each stream a megabyte of metadata. */
export function createStateCache(maxStreams: number, maxBytes: number): StateCache {
  const known = new LRUCache<string, StreamState>({ max: maxStreams, maxSize: maxBytes, sizeCalculation: sizeOf });
  const loading = new Map<string, Promise<StreamState>>();

  const fetchOnce = async (stream: string, fetch: () => Promise<StreamState>): Promise<StreamState> => {
    const fetching = fetch();
    loading.set(stream, fetching);
    try {
      const state = await fetching;
      if (loading.get(stream) === fetching) known.set(stream, state);
      return known.get(stream) ?? state;
    } finally {
      if (loading.get(stream) === fetching) loading.delete(stream);
    }
  };
  return {
    get: (stream) => known.get(stream),
    commit(states) {
      for (const [stream, state] of states) {
        known.set(stream, state);
        loading.delete(stream);
      }
    },
    async load(stream, fetch) {
      return known.get(stream) ?? (await (loading.get(stream) ?? fetchOnce(stream, fetch)));
    },
    clear() {
      known.clear();
      loading.clear();
    },
  };
}

function sizeOf({ metadata }: StreamState, stream: string): number {
  return entryBytes + stream.length + metadata.bytes;
}
