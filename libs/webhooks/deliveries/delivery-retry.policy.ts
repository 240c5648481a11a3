const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before each attempt of a series, counted from the one before. */
const waitsMs = [0, 5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];

export const attemptsPerSeries = waitsMs.length;

const jitterShare = 0.2;
const slowedWaitMs = minute;
const longestRetryAfterMs = 24 * hour;

export interface FailedAttempt {
  readonly statusCode?: number;
  readonly retryAfterMs?: number;
}

/** The wait after `made` attempts of a series, or null when there is none left; `random` is in 0..1. */
export function waitAfter(made: number, failed: FailedAttempt, random: number): number | null {
  const step = waitsMs[made];
  if (step === undefined) return null;
  const jittered = Math.round(step * (1 - jitterShare + 2 * jitterShare * random));
  return Math.max(jittered, askedWaitMs(failed));
}

// An endpoint that says it is overloaded, but not for how long, is left alone for a minute.
function askedWaitMs({ statusCode, retryAfterMs }: FailedAttempt): number {
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, 0), longestRetryAfterMs);
  return statusCode === 429 || statusCode === 502 || statusCode === 504 ? slowedWaitMs : 0;
}
