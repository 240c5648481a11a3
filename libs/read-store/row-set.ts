import type { Transaction } from './database';
import type { ProjectionTable } from './projection-table';

/** Rows of one table, read by key in one statement, changed in memory and written back in one. */
export interface RowSet<Row> {
  get(key: string): Row | undefined;
  put(key: string, row: Row): void;
  /** Writes what was put. */
  write(): Promise<void>;
}

/**
 * Reads the rows with these keys, of a table whose key is one column. Values are as the driver gives them: times with milliseconds, numbers of
 * 8 bytes as text.
 */
export async function readRowSet<Row extends object>(
  tx: Transaction,
  table: Pick<ProjectionTable<never, Row>, 'key' | 'upsert'>,
  physical: string,
  keys: Iterable<string>,
): Promise<RowSet<Row>> {
  const key = table.key.join() as keyof Row & string;
  const wanted = [...new Set(keys)];
  const { rows } =
    wanted.length > 0 ? await tx.raw<{ rows: Row[] }>(`select * from ${physical} where ${key} = any(?)`, [wanted]) : { rows: [] };
  const known = new Map(rows.map((row) => [String(row[key]), row]));
  const changed = new Map<string, Row>();
  return {
    get: (id) => changed.get(id) ?? known.get(id),
    put: (id, row) => void changed.set(id, row),
    write: () => table.upsert(tx, physical, [...changed.values()]),
  };
}
