import { pause as realPause, type Pause } from './timeout';

export interface RetryOptions {
  /** Milliseconds to wait after so many failures (1, 2, 3 …); null gives up. */
  readonly waitMs: (failures: number) => number | null;
  /** Whether an error may pass by itself (default: every one may); any other is thrown at once. */
  readonly isTransient?: (error: unknown) => boolean;
  /** Called before each wait. */
  readonly onFailure?: (error: unknown, waitMs: number) => void | Promise<void>;
  /** Ends the tries, and the wait for the next one, without a result. */
  readonly signal?: AbortSignal;
  /** How it waits (default: by the machine's timers). */
  readonly pause?: Pause;
}

/**
 * Tries until it works. Throws what was thrown last when `waitMs` gives up, or what is not transient. With a signal the result is undefined
 * when that aborted first; without one `waitMs` has to give up some day.
 */
export function retry<T>(work: () => Promise<T>, options: RetryOptions & { readonly signal?: never }): Promise<T>;
export function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T | undefined>;
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T | undefined> {
  const { waitMs, isTransient, onFailure, signal, pause = realPause } = options;
  for (let failures = 1; signal?.aborted !== true; failures++) {
    try {
      return await work();
    } catch (error) {
      const wait = isTransient && !isTransient(error) ? null : waitMs(failures);
      if (wait === null) throw error;
      await onFailure?.(error, wait);
      await pause(wait, signal);
    }
  }
  return undefined;
}

/** Waits that double from the first to the longest, for as many failures as there may be. */
export const exponential =
  (firstMs: number, longestMs: number) =>
  (failures: number): number =>
    Math.min(firstMs * 2 ** (failures - 1), longestMs);

/** The same wait each time, until so much time has passed since this was called. */
export function forAsLongAs(patienceMs: number, everyMs: number): () => number | null {
  const giveUpAt = performance.now() + patienceMs;
  return () => (performance.now() > giveUpAt ? null : everyMs);
}
