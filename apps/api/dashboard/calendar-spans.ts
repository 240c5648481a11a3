const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Longest range that is shown by hours. */
const longestByHourMs = 48 * hourMs;

export type Granularity = 'hour' | 'day';

export const granularityOf = (start: Date, end: Date): Granularity => (end.getTime() - start.getTime() <= longestByHourMs ? 'hour' : 'day');

/** The beginnings of the hours or days of a zone that a half-open range touches; of the first one `start`. `zone` must be a name that Intl knows. */
export function calendarSpans(start: Date, end: Date, zone: string, granularity: Granularity): Date[] {
  const offsetAt = offsetsOf(zone);
  const beginnings: Date[] = [];
  for (let at = start.getTime(); at < end.getTime(); at = next(at)) beginnings.push(new Date(at));
  return beginnings;

  function next(at: number): number {
    const step = granularity === 'hour' ? hourMs : dayMs;
    const offset = offsetAt(at);
    const nextLocal = Math.floor((at + offset) / step) * step + step;
    const expected = nextLocal - offset;
    if (granularity === 'hour') return expected;
    // A day on which clocks change has 23 or 25 hours; a midnight that they pass over begins with the first moment after it.
    const changed = nextLocal - offsetAt(expected);
    return changed > at && offsetAt(changed) === offsetAt(expected) ? changed : expected;
  }
}

/** The date that calendars of the zone show at a moment: `2026-12-01`. */
export function dateInZone(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetsOf(zone)(at.getTime())).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The moment at which clocks of the zone show what `local` says as if it were UTC: the earlier of two, and for a time that they pass over that much after the change. */
export function momentInZone(local: number, zone: string): Date {
  const offsetAt = offsetsOf(zone);
  const offsets = [offsetAt(local - dayMs), offsetAt(local + dayMs)] as const;
  const fitting = offsets.map((offset) => local - offset).filter((at) => at + offsetAt(at) === local);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : local - offsets[0]);
}

/** Milliseconds by which the zone is ahead of UTC at a moment. */
function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
}
