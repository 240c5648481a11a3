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

/**
 * When to look next after so many looks, or null when no look is left: the planned waits, counted from look to look, and then the last
 * wait once more.
 */
export function nextReadAfter(reconcileAfterMs: readonly number[], looks: number, at: string): string | null {
  const waits = [...reconcileAfterMs, reconcileAfterMs.at(-1) ?? 0];
  const wait = waits[looks];
  return wait === undefined ? null : new Date(Date.parse(at) + wait).toISOString();
}
