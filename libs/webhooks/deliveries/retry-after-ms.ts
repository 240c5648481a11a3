import { retryAfterSeconds } from '@pps/kernel';

/** Milliseconds that a `Retry-After` header (seconds or an HTTP date) asks to wait, at most a day; undefined when it says neither. */
export function retryAfterMs(header: string | undefined, at: Date): number | undefined {
  const seconds = retryAfterSeconds(header, at);
  return seconds === undefined ? undefined : seconds * 1_000;
}
