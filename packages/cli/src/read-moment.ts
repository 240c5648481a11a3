import { CommandFailed } from './command-failed';

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment as it is typed: RFC 3339, or how long ago (`10m`, `2h`, `7d`). */
export function readMoment(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return new Date(Date.now() - Number(count) * (unitsMs[unit] ?? 0));
  const moment = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
  if (moment && !Number.isNaN(moment.getTime())) return moment;
  throw new CommandFailed(`${text} is no moment: 2026-01-05T09:00:00Z, or 10m, 2h, 7d ago`, 'usage');
}
