import { setTimeout as delay } from 'node:timers/promises';

const [firstPauseMs, longestPauseMs] = [25, 200];

/** Polls until something is found, less often the longer it takes; after `timeoutMs` it names what did not arrive. */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined>, timeoutMs = 120_000): Promise<T> {
  const [begun, deadline] = [performance.now(), performance.now() + timeoutMs];
  while (performance.now() < deadline) {
    const found = await probe();
    if (found !== undefined) return found;
    // A tenth of the wait so far: the polls cost the service that is waited for what they ask.
    await delay(Math.min(longestPauseMs, Math.max(firstPauseMs, (performance.now() - begun) / 10)));
  }
  throw new Error(`did not arrive within ${timeoutMs} ms: ${what}`);
}
