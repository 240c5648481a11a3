import { LRUCache } from 'lru-cache';
import type { StreamState } from './stream-state';

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
