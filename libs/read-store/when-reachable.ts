import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database';

const pauseMs = 250;

/** Repeats the work while the database is away or starting, for so long at most; then, and for anything else that is wrong, throws what was wrong. */
export async function whenReachable<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  for (const giveUpAt = performance.now() + patienceMs; ; await delay(pauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > giveUpAt) throw error;
    }
  }
}
