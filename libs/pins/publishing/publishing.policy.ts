import { longestWaitMs } from '../pin/bounded-moment';

/** Attempts at most; a platform that only asks to wait does not use one up. */
export const attemptsAllowed = 8;

/** From the first attempt to the last one started. */
export const lastAttemptWithinMs = 24 * 60 * 60_000;

const firstBackoffMs = 2_000;
const longestBackoffMs = 10 * 60_000;

/** Capped exponential backoff with full jitter over its upper half: 1–2 s, 2–4 s, … 5–10 min; `random` in [0, 1). */
export function backoffMs(attempts: number, random: number): number {
  const ceiling = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.max(0, attempts - 1));
  return ceiling / 2 + (ceiling / 2) * random;
}

/** When a pin that still waits is given up, after a first attempt at this moment. */
export const giveUpAfter = (firstAttemptAt: string): string => new Date(Date.parse(firstAttemptAt) + lastAttemptWithinMs).toISOString();

/** The moment so many milliseconds after `at`: never before it, and never more than a day after it, whoever named the wait. */
export function momentAfter(at: Date, waitMs: number): string {
  const bounded = waitMs >= 0 ? Math.min(Math.ceil(waitMs), longestWaitMs) : 0;
  return new Date(at.getTime() + bounded).toISOString();
}

/** A refused read waits this part of the time since the first attempt: many pins of a project must not come back all at once for its few tokens. */
const refusedReadWaitPerAge = 1 / 4;

/** How long a read waits that its project's pace refused for `paceMs`: longer the longer the pin is in doubt, up to 10 min, and up to twice that by `random` in [0, 1). */
export function refusedReadWaitMs(paceMs: number, inDoubtMs: number, random: number): number {
  return Math.max(paceMs, Math.min(longestBackoffMs, inDoubtMs * refusedReadWaitPerAge)) * (1 + random);
}

/**
 * When to read the board next after so many reads, or null when no read is left: after each of the planned waits, and after the last
 * wait once more.
 */
export function nextReadAfter(reconcileAfterMs: readonly number[], reads: number, at: string): string | null {
  const waits = [...reconcileAfterMs, reconcileAfterMs.at(-1) ?? 0];
  const wait = waits[reads];
  return wait === undefined ? null : new Date(Date.parse(at) + wait).toISOString();
}
