import { longestWaitSeconds } from '@pps/kernel';

/** What somebody outside may put a pin off by at once: a day, in milliseconds. */
export const longestWaitMs = longestWaitSeconds * 1_000;

/** The moment that a fact names, but at most a day after another one; that other one where the fact names none that can be read. */
export function boundedMoment(from: string, named: string): string {
  const [start, end] = [Date.parse(from), Date.parse(named)];
  if (Number.isNaN(end)) return from;
  return end - start > longestWaitMs ? new Date(start + longestWaitMs).toISOString() : named;
}

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
export const giveUpAfter = (firstAttemptAt: string): string => later(firstAttemptAt, lastAttemptWithinMs);

/** However long others told it to wait, a pin is given up so long after its first attempt. */
const givenUpWithinMs = 7 * lastAttemptWithinMs;

/** When a pin is given up at the latest, after a first attempt at this moment. */
export const giveUpAtLatest = (firstAttemptAt: string): string => later(firstAttemptAt, givenUpWithinMs);

/**
 * When a pin is given up after it was put off: as much later as it was told to wait by the platform, its pace or a sandbox's title. What counts as an attempt and
 * is no longer than a wait of our own is part of the day.
 */
export function giveUpAfterWait(
  { giveUpAt, atLatest }: { readonly giveUpAt: string; readonly atLatest: string },
  { deferredAt, nextAttemptAt, counts }: { readonly deferredAt: string; readonly nextAttemptAt: string; readonly counts: boolean },
): string {
  const waitMs = Date.parse(boundedMoment(deferredAt, nextAttemptAt)) - Date.parse(deferredAt);
  if (!(waitMs > (counts ? longestBackoffMs : 0))) return giveUpAt;
  const put = later(giveUpAt, waitMs);
  return put < atLatest ? put : atLatest;
}

const later = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString();

const shortestFaultWaitMs = 1_000;
const faultWaitPerAge = 1 / 10;

/** How long a pin waits after a fault of the service before its call: about a second, longer the longer it has been tried, up to 10 min; `random` in [0, 1). */
export function faultWaitMs(ageMs: number, random: number): number {
  const ceiling = Math.max(shortestFaultWaitMs, Math.min(longestBackoffMs, ageMs * faultWaitPerAge));
  return ceiling / 2 + (ceiling / 2) * random;
}

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

/** When to read the board next: after each planned wait, and after the last wait once more. Null when no read is left. */
export function nextReadAfter(reconcileAfterMs: readonly number[], reads: number, at: string): string | null {
  const waits = [...reconcileAfterMs, reconcileAfterMs.at(-1) ?? 0];
  const wait = waits[reads];
  return wait === undefined ? null : new Date(Date.parse(at) + wait).toISOString();
}
