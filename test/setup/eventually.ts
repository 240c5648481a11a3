import { setTimeout as delay } from 'node:timers/promises';

/** Polls until something is found; after `timeoutMs` it names what did not arrive. */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined>, timeoutMs = 20_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await probe();
    if (found !== undefined) return found;
    await delay(25);
  }
  throw new Error(`did not arrive within ${timeoutMs} ms: ${what}`);
}
