import { serverNow } from '../session/server-now';
import { dayAt, isDay } from '../schedules/month';
import { useAddress } from '../shown/use-address';

export const rangesInDays = [7, 30, 90, 365] as const;
const usualDays = 30;
/** The service sums up no longer range. */
const mostDays = 366;
/** Nor one outside of these days. */
export const [firstDay, lastDay] = ['2000-01-01', '8999-12-30'] as const;
const dayMs = 86_400_000;

/** Whole days of the chosen zone, the last one with them; they stand in the address. */
export interface ReportRange {
  readonly from: string;
  readonly to: string;
  /** Why the service would refuse it. */
  readonly fault: string | null;
  choose(from: string, to: string): void;
}

/** The range of the address; what is missing or no day there is the last thirty days. */
export function useReportRange(zone: string): ReportRange {
  const [search, change] = useAddress();
  const today = dayAt(serverNow(), zone);
  const to = dayOr(search.get('to'), today);
  const from = dayOr(search.get('from'), daysBefore(to, usualDays - 1));
  const days = daysBetween(from, to);
  const fault =
    from < firstDay || to > lastDay
      ? 'Reports are of the years 2000 to 8999.'
      : days < 1
        ? 'The first day is after the last one.'
        : days > mostDays
          ? `A report is of ${mostDays} days at most; these are ${days}.`
          : null;
  const choose = (first: string, last: string): void => change({ from: first, to: last });
  return { from, to, fault, choose };
}

/** The day so many days before; after for fewer than none. */
export const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

const dayOr = (text: string | null, usual: string): string => (text !== null && isDay(text) ? text : usual);
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
