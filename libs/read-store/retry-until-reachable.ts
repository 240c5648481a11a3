import { forAsLongAs, retry } from '@pps/concurrency';
import { StoreAccessDenied, StoreUnavailable } from '@pps/event-store';
import { isDatabaseRefusal, isDatabaseUnavailable } from './is-database-unavailable';

const pauseMs = 250;

export interface StartPatience {
  /** 30 s by default. */
  readonly patienceMs?: number;
  /** Told of each failure that is waited out. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Retries the work of a start while the database or the event store is unavailable or starting, at most for `patienceMs`; then, and for any other
 * error, such as credentials that either of them refuses, throws.
 */
export const retryUntilReachable = <T>(work: () => Promise<T>, { patienceMs = 30_000, onFailure }: StartPatience = {}): Promise<T> =>
  retry(work, {
    waitMs: forAsLongAs(patienceMs, pauseMs),
    isTransient: (error) =>
      (isDatabaseUnavailable(error) && !isDatabaseRefusal(error)) ||
      (error instanceof StoreUnavailable && !(error instanceof StoreAccessDenied)),
    ...(onFailure && { onFailure }),
  });
