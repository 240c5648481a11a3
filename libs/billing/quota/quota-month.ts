/** The calendar month in UTC, `yyyy-mm`. */
export const quotaMonth = (at: Date): string => at.toISOString().slice(0, 7);

/** The first moment after a month `yyyy-mm`, ISO 8601 in UTC: its quota is counted anew from there on. */
export function quotaResetAt(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
}
