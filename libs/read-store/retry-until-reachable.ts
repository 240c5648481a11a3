import { forAsLongAs, retry } from '@pps/concurrency';
import { StoreAccessDenied, StoreUnavailable } from '@pps/event-store';
import { isDatabaseUnavailable } from './database';

const pauseMs = 250;

/**
 * Retries the work of a start while the database or the event store is unavailable or starting, at most for `patienceMs`; then, and for any other
 * error, such as credentials that the event store refuses, throws.
 */
export const retryUntilReachable = <T>(work: () => Promise<T>, patienceMs = 30_000): Promise<T> =>
  retry(work, {
    waitMs: forAsLongAs(patienceMs, pauseMs),
    isTransient: (error) => isDatabaseUnavailable(error) || (error instanceof StoreUnavailable && !(error instanceof StoreAccessDenied)),
  });
