import type { Transaction } from './database';
import { jsonb } from './jsonb';

/** Rows of one table, read by key in one statement, changed in memory and written back in one. */
export interface RowSet<Row> {
  get(key: string): Row | undefined;
  put(key: string, row: Row): void;
  /** Writes what was put. */
  write(): Promise<void>;
}

/**
 * Reads the rows with these keys. Values are as the driver gives them: times with milliseconds, numbers of 8 bytes as text. A row that is put
 * must have every column of the table.
 */
export async function readRowSet<Row extends object>(
  tx: Transaction,
  table: string,
  key: keyof Row & string,
  keys: Iterable<string>,
): Promise<RowSet<Row>> {
  const wanted = [...new Set(keys)];
  const { rows } =
    wanted.length > 0 ? await tx.raw<{ rows: Row[] }>(`select * from ${table} where ${key} = any(?)`, [wanted]) : { rows: [] };
  const known = new Map(rows.map((row) => [String(row[key]), row]));
  const changed = new Map<string, Row>();
  return {
    get: (id) => changed.get(id) ?? known.get(id),
    put: (id, row) => void changed.set(id, row),
    write: () => writeRows(tx, table, [key], [...changed.values()]),
  };
}

/** Inserts rows and replaces those with the same key, or leaves those as they are when `present` is `ignore`; each row has every column of the table. */
export async function writeRows(
  tx: Transaction,
  table: string,
  key: readonly string[],
  rows: readonly object[],
  present: 'replace' | 'ignore' = 'replace',
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => !key.includes(column));
  const conflict = present === 'ignore' ? 'nothing' : `update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  await tx.raw(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ?::jsonb) on conflict (${key.join(', ')}) do ${conflict}`,
    [jsonb(rows)],
  );
}
