const dayMs = 86_400_000;

/** The begin in UTC of the day that a moment lies in. */
export const beginOfDay = (at: Date): string => new Date(Math.floor(at.getTime() / dayMs) * dayMs).toISOString();

/**
 * One row for each key, as one statement may write each row only once: its numbers added up, but those named in `greatest`, of which the largest
 * stays; everything else is that of the last row with the key.
 */
export function mergeDailySums<Row extends object>(
  rows: readonly Row[],
  key: readonly (keyof Row)[],
  greatest: readonly (keyof Row)[] = [],
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const id = key.map((name) => String(row[name])).join(' ');
    const sum = merged.get(id);
    if (sum) addRow(sum, row, key, greatest);
    else merged.set(id, { ...row });
  }
  return [...merged.values()];
}

function addRow<Row extends object>(sum: Row, row: Row, key: readonly (keyof Row)[], greatest: readonly (keyof Row)[]): void {
  for (const name of Object.keys(row) as (keyof Row)[]) {
    const [before, value]: [unknown, unknown] = [sum[name], row[name]];
    if (typeof value !== 'number' || typeof before !== 'number' || key.includes(name)) sum[name] = row[name];
    else sum[name] = (greatest.includes(name) ? Math.max(before, value) : before + value) as Row[keyof Row];
  }
}
