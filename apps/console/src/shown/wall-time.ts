const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(zone, format);
  return format;
}

/** What clocks and calendars of a zone show at a moment, as `2026-01-05 09:00:00`. */
export function wallTime(moment: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The moments at which clocks of a zone show a time, `2026-01-05T09:00`: none where they are put forward over it, two where they are put back. */
export function momentsAt(local: string, zone: string): readonly Date[] {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return [];
  const wanted = new Date(asUtc).toISOString().slice(0, 19).replace('T', ' ');
  const found = new Set<number>();
  // Zones are at most 14 hours from UTC; around a change of clocks both offsets are tried.
  for (const aroundMs of [-86_400_000, 0, 86_400_000]) {
    const probe = new Date(asUtc + aroundMs);
    const offset = Date.parse(`${wallTime(probe, zone).replace(' ', 'T')}Z`) - Math.floor(probe.getTime() / 1_000) * 1_000;
    const candidate = asUtc - offset;
    // Beyond the year 9999 a wall time has five digits, and is none of ours.
    if (!Number.isNaN(candidate) && wallTime(new Date(candidate), zone) === wanted) found.add(candidate);
  }
  return [...found].sort((one, other) => one - other).map((each) => new Date(each));
}
