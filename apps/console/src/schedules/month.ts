import { wallTime } from '../shown/wall-time';

/** The day of a moment in a zone, `2026-11-29`. */
export const dayAt = (moment: Date, zone: string): string => wallTime(moment, zone).slice(0, 10);

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDayOfCalendar(text);
const isDayOfCalendar = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** The first day of a day's month, and of the ones before and after it; null at the ends of what the service counts. */
export function monthOf(day: string): { readonly first: string; readonly before: string | null; readonly after: string | null } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return { first: firstOf(year, month) ?? day, before: firstOf(year, month - 1), after: firstOf(year, month + 1) };
}

function firstOf(year: number, month: number): string | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, 1);
  const told = at.getUTCFullYear();
  return told < 1 || told > 9_999 ? null : at.toISOString().slice(0, 10);
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`);

export const monthText = (day: string): string => monthName.format(atNoon(day));
export const dayText = (day: string): string => dayName.format(atNoon(day));
export const weekdayText = (day: string): string => weekdayName.format(atNoon(day));

/** Column of a week that begins on Monday, from 1. */
export const columnOf = (day: string): number => ((atNoon(day).getUTCDay() + 6) % 7) + 1;
