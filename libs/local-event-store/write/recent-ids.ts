import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '../log/stored-event';
import type { RecentEvent } from './group-commit';

/** Where recently committed event ids were used first. Bounded and empty after a restart, as in EventStoreDB. */
export interface RecentIds {
  find(id: string): RecentEvent | undefined;
  remember(events: Iterable<RecentEvent | StoredEvent>): void;
}

const maxIds = 65_536;

export function createRecentIds(): RecentIds {
  const known = new LRUCache<string, RecentEvent>({ max: maxIds });
  return {
    find: (id) => known.get(id),
    remember(events) {
      for (const { id, stream, revision, position } of events) {
        if (!known.has(id)) known.set(id, { id, stream, revision, position });
      }
    },
  };
}
