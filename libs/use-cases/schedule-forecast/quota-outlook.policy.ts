/** The quota of the calendar month (UTC) that it is now; later months have the same limit. */
export interface QuotaOutlook {
  readonly limit: number;
  readonly used: number;
}

interface Due {
  readonly runAtMs: number;
  readonly deferredUntilMs?: number;
}

interface Admitted<Schedule> {
  readonly schedule: Schedule;
  /** When it takes its unit. */
  readonly readyMs: number;
}

interface Refused<Schedule> {
  readonly schedule: Schedule;
  /** When the quota is back, which is too late for it. */
  readonly backAtMs: number;
}

interface AdmittedByQuota<Schedule> {
  readonly admitted: readonly Admitted<Schedule>[];
  readonly refused: readonly Refused<Schedule>[];
  readonly exhaustedAtMs: number | null;
}

const triedForMs = 24 * 3_600_000;

/**
 * Which of the schedules, given in the order of their times, get a unit, and when: at their time, or when the month turns where that is within a
 * day. The others fail; `exhaustedAtMs` is when the last unit of a month is taken for the first time.
 */
export function admitByQuota<Schedule extends Due>(
  schedules: readonly Schedule[],
  nowMs: number,
  { limit, used }: QuotaOutlook,
): AdmittedByQuota<Schedule> {
  const [admitted, refused]: [Admitted<Schedule>[], Refused<Schedule>[]] = [[], []];
  let exhaustedAtMs = used >= limit ? nowMs : null;
  let taken = used;
  let monthEndsMs = nextMonth(nowMs);
  let deferred: Schedule[] = [];
  const ask = (schedule: Schedule, readyMs: number, wasDeferred: boolean) => {
    if (taken < limit) {
      taken += 1;
      admitted.push({ schedule, readyMs });
      if (taken >= limit) exhaustedAtMs ??= readyMs;
      return;
    }
    exhaustedAtMs ??= readyMs;
    if (!wasDeferred && monthEndsMs - readyMs <= triedForMs) deferred.push(schedule);
    else refused.push({ schedule, backAtMs: monthEndsMs });
  };
  const turnMonthsUntil = (atMs: number) => {
    while (monthEndsMs <= atMs) {
      const [turnedMs, again] = [monthEndsMs, deferred];
      [taken, deferred, monthEndsMs] = [0, [], nextMonth(turnedMs)];
      for (const schedule of again) ask(schedule, turnedMs, true);
    }
  };
  for (const schedule of schedules) {
    const readyMs = Math.max(nowMs, schedule.deferredUntilMs ?? schedule.runAtMs);
    turnMonthsUntil(readyMs);
    ask(schedule, readyMs, schedule.deferredUntilMs !== undefined);
  }
  if (deferred.length > 0) turnMonthsUntil(monthEndsMs);
  return { admitted, refused, exhaustedAtMs };
}

function nextMonth(ms: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}
