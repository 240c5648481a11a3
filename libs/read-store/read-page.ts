import type { Database } from './database';

/** The row that a page goes on behind: the values that it is ordered by, and its position in the log, which tells equal ones apart. */
export interface PageCursor<Sort extends string = string> {
  readonly sort: Sort;
  /** Null = the row has none; only some orders know such rows. */
  readonly values: readonly (string | null)[];
  readonly position: string;
}

/** What PostgreSQL takes a value of a cursor for. */
export type CursorValueType = 'text' | 'timestamptz' | 'bigint';

/** An order that a cursor can go on in: its columns and the position all rise, or all fall. */
export interface PageOrder {
  readonly direction: 'asc' | 'desc';
  /** In the words of SQL, with their collation, by the name that they are selected by. */
  readonly columns: Readonly<Record<string, string>>;
  readonly types: readonly CursorValueType[];
  /** The column of the position. */
  readonly position: string;
}

export interface PageQuestion<Sort extends string = string> {
  readonly sort: Sort;
  readonly limit: number;
  /** 0 beside a cursor. */
  readonly offset: number;
  readonly cursor?: PageCursor<Sort> | undefined;
}

export interface Page<Row, Sort extends string = string> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<Sort> | null;
}

/** The columns of an order as `order by` takes them. */
export const orderBySql = ({ columns, position, direction }: PageOrder): string =>
  [...Object.values(columns), position].map((column) => `${column} ${direction}`).join(', ');

/** The condition that rows behind a cursor meet. */
export const behindSql = (order: PageOrder, { values, position }: PageCursor): { sql: string; bindings: string[] } => ({
  sql: `(${[...Object.values(order.columns), order.position].join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${[...order.types, 'bigint'].map((type) => `?::${type}`).join(', ')})`,
  bindings: [...values.map(String), position],
});

/** A page of the rows that match, with these columns; one row more than that is read. */
export async function readPage<Row extends object, Sort extends string = string>(
  matching: ReturnType<Database>,
  order: PageOrder,
  { sort, limit, offset, cursor }: PageQuestion<Sort>,
  columns: readonly (keyof Row & string)[],
): Promise<Page<Row, Sort>> {
  const page = matching.clone();
  if (cursor) {
    const { sql, bindings } = behindSql(order, cursor);
    void page.whereRaw(sql, bindings);
  }
  const values = Object.keys(order.columns);
  const rows = (await page
    .orderByRaw(orderBySql(order))
    .limit(limit + 1)
    .offset(offset)
    .select([...new Set([...columns, ...values, order.position])])) as (Row & Readonly<Record<string, unknown>>)[];
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last && { sort, values: values.map((name) => valueText(last[name])), position: String(last[order.position]) };
  return { rows: shown, next: next ?? null };
}

const valueText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
