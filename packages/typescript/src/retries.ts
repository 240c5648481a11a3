import type { BuiltRequest } from './build-request';
import { ApiError, ConnectionError, type PinPublishingError } from './errors';

const firstWaitMs = 500;
const longestBackoffMs = 8_000;

/** How long to wait before the next try, in milliseconds; null where there is none. */
export function waitBeforeRetry(error: PinPublishingError, request: BuiltRequest, attempts: number): number | null {
  const { maxRetries, longestWaitMs } = request.settings;
  if (attempts > maxRetries || !request.isLasting || !mayTryAgain(error, request)) return null;
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  if (asked > longestWaitMs) return null;
  const backoff = Math.min(longestBackoffMs, firstWaitMs * 2 ** (attempts - 1));
  return asked + backoff * (asked > 0 ? 0.2 : 0.5) * (1 + Math.random());
}

function mayTryAgain(error: PinPublishingError, { isRepeatable, idempotencyKey }: BuiltRequest): boolean {
  if (error instanceof ConnectionError) return isRepeatable || !error.maybeDone;
  if (!(error instanceof ApiError)) return false;
  switch (error.status) {
    case 429:
      return true;
    case 409:
      // Another try with this key is being worked on.
      return error.code === 'conflict' && idempotencyKey !== null && error.retryAfterSeconds !== null;
    case 502:
    case 503:
    case 504:
      return isRepeatable;
    default:
      return false;
  }
}

/** Waits, unless the signal ends it; throws the reason of the signal then. `begun` is given what ends it before its time. */
export function sleep(ms: number, signal?: AbortSignal, begun?: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    begun?.(wake);
    signal?.addEventListener('abort', end, { once: true });
  });
}
