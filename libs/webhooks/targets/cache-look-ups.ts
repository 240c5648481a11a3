import { LRUCache } from 'lru-cache';
import type { Address, Resolve } from './target-url';

const cachedForMs = 5_000;
const mostCached = 2_000;

/**
 * The same look-up, asked once in 5 s for each host and project, also by those who ask during it; a host without an address is asked for again at once.
 * Whoever connects has to check the addresses each time: a host that moves to a forbidden one is called at its former, allowed one for 5 s at most.
 */
export function cacheLookUps(resolve: Resolve): Resolve {
  const cached = new LRUCache<string, Promise<readonly Address[]>>({ max: mostCached, ttl: cachedForMs, ttlResolution: 0 });
  return (host, projectId) => {
    const key = `${projectId} ${host}`;
    const known = cached.get(key);
    if (known) return known;
    const forget = () => {
      if (cached.peek(key) === asked) cached.delete(key);
    };
    const asked = resolve(host, projectId);
    cached.set(key, asked);
    asked.then((addresses) => addresses.length === 0 && forget(), forget);
    return asked;
  };
}
