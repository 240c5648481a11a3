/** The later one of two moments, both as `toISOString` writes them: what is shown as the last change never falls. */
export const laterMoment = (a: string, b: string): string => (a > b ? a : b);

/** A moment, or a millisecond after the one before where it is no later than that: each of several states has a moment of its own. */
export function nextMoment(before: string, at: string): string {
  if (at > before) return at;
  const ms = Date.parse(before);
  return Number.isNaN(ms) ? before : new Date(ms + 1).toISOString();
}
