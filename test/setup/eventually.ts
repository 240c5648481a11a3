import { setTimeout as delay } from 'node:timers/promises';

/** Looks until something is found; after `timeoutMs` it names what did not arrive. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, timeoutMs = 20_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(25);
  }
  throw new Error(`did not arrive within ${timeoutMs} ms: ${what}`);
}
