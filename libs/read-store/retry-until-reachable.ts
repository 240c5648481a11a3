import { forAsLongAs, retry } from '@pps/concurrency';
import { StoreUnavailable } from '@pps/event-store';
import { isDatabaseUnavailable } from './database';

const pauseMs = 250;

/**
 * Repeats the work of a start while the database or the event store is away or starting, for so long at most; then, and for anything else that
 * is wrong, throws what was wrong.
 */
export const retryUntilReachable = <T>(work: () => Promise<T>, patienceMs = 30_000): Promise<T> =>
  retry(work, {
    waitMs: forAsLongAs(patienceMs, pauseMs),
    isTransient: (error) => isDatabaseUnavailable(error) || error instanceof StoreUnavailable,
  });
