const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Backoff before each attempt of a series, counted from the attempt before. */
const backoffsMs = [0, 5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];

const jitterShare = 0.2;
const maxRetryAfterMs = 24 * hour;

export interface FailedAttempt {
  readonly retryAfterMs?: number;
}

/** Milliseconds to wait after `made` attempts of a series, with 20 % jitter by `random` (0..1); null when no attempt is left. */
export function backoffAfter(made: number, failed: FailedAttempt, random: number): number | null {
  const step = backoffsMs[made];
  if (step === undefined) return null;
  const jittered = Math.round(step * (1 - jitterShare + 2 * jitterShare * random));
  return Math.max(jittered, requestedBackoffMs(failed));
}

/** What `Retry-After` asked for, within a day; 0 where it was not sent. */
const requestedBackoffMs = ({ retryAfterMs = 0 }: FailedAttempt): number => Math.min(Math.max(retryAfterMs, 0), maxRetryAfterMs);
