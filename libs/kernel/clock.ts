/** The present time; injected, so that tests and simulations choose it. */
export type Clock = () => Date;

/** The later one of two moments, both as `toISOString` writes them: what is shown as the last change never falls. */
export const laterMoment = (a: string, b: string): string => (a > b ? a : b);

/** A moment, or a millisecond after the one before where it is no later than that: each of several states has a moment of its own. */
export function nextMoment(before: string, at: string): string {
  if (at > before) return at;
  const ms = Date.parse(before);
  return Number.isNaN(ms) ? before : new Date(ms + 1).toISOString();
}

const namesZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/** The moment that a header names, in milliseconds since the Unix epoch; a date that names no zone is in UTC, as HTTP has it. NaN for what is none. */
export const httpDateMs = (text: string): number => Date.parse(namesZone.test(text) ? text : `${text} GMT`);
