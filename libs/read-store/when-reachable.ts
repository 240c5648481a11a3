import { StoreUnavailable } from '@pps/event-store';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database';

const pauseMs = 250;

/**
 * Repeats the work of a start while the database or the event store is away or starting, for so long at most; then, and for anything else that
 * is wrong, throws what was wrong.
 */
export async function whenReachable<T>(work: () => Promise<T>, patienceMs = 30_000): Promise<T> {
  for (const giveUpAt = performance.now() + patienceMs; ; await delay(pauseMs)) {
    try {
      return await work();
    } catch (error) {
      const isAway = isDatabaseUnavailable(error) || error instanceof StoreUnavailable;
      if (!isAway || performance.now() > giveUpAt) throw error;
    }
  }
}
