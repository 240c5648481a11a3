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
    const before = merged.get(id);
    merged.set(id, before ? mergeRows(before, row, { key, greatest }) : row);
  }
  return [...merged.values()];
}

function mergeRows<Row extends object>(
  before: Row,
  row: Row,
  { key, greatest }: { readonly key: readonly (keyof Row)[]; readonly greatest: readonly (keyof Row)[] },
): Row {
  const numbers = (Object.keys(row) as (keyof Row)[]).filter((name) => typeof row[name] === 'number' && !key.includes(name));
  const sums = numbers.map((name) => {
    const [one, next] = [Number(before[name]), Number(row[name])];
    return [name, greatest.includes(name) ? Math.max(one, next) : one + next] as const;
  });
  return { ...row, ...Object.fromEntries(sums) };
}
