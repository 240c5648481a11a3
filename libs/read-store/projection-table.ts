import type { Transaction } from './database';
import { describeTable } from './describe-table';
import { jsonb } from './jsonb';
import { runPrepared } from './run-prepared';

/** A column of a new row: its SQL type and constraints, what it means, and its value, made of what the row comes from. */
export type Column<Source> = readonly [type: string, meaning: string, from: (source: Source) => unknown, traits?: ColumnTraits];

export interface ColumnTraits {
  /** Analysts do not see it: its shape may change any time. */
  readonly internal?: true;
  /** What becomes of its value when the row is written again; it is replaced where nothing is said. */
  readonly rewrite?: 'keep' | 'add' | 'greatest';
}

type Columns<Source> = Readonly<Record<string, Column<Source>>>;

interface TableDefinition<Named> {
  /** The logical name; the table itself has version and build behind it. */
  readonly name: string;
  readonly meaning: string;
  /** The columns of the primary key. */
  readonly key: readonly (keyof Named & string)[];
  /** What stands behind `create index on <table>`. */
  readonly indexes?: readonly string[];
  readonly columns: Named;
}

/** What a projection has to know of its tables. */
export interface TableSchema {
  readonly name: string;
  readonly internalColumns: readonly string[];
  /** Makes the table under this physical name, with its indexes and comments. */
  create(tx: Transaction, physical: string): Promise<void>;
}

/** A table of a read model. Rows are written under its physical name, each with every column. */
export interface ProjectionTable<Source, Row extends object> extends TableSchema {
  readonly key: readonly string[];
  row(source: Source): Row;
  /** Inserts the rows, and writes those again whose key is there, each column as its `rewrite` says. */
  upsert(tx: Transaction, physical: string, rows: readonly Row[]): Promise<void>;
  /** Inserts the rows whose key is not there yet. */
  insertMissing(tx: Transaction, physical: string, rows: readonly Row[]): Promise<void>;
}

/** The rows of a table: `RowOf<typeof pinTable>`. */
export type RowOf<Table> = Table extends ProjectionTable<never, infer Row> ? Row : never;

type RowFrom<Named extends Columns<never>> = { readonly [Name in keyof Named]: ReturnType<Named[Name][2]> };

/**
 * Defines a table whose new rows come from a `Source`. Each column is written down here and nowhere else: the table, its comments, its rows and
 * the statements that write them are made from it.
 */
export const tableFrom =
  <Source>() =>
  <Named extends Columns<Source>>({
    name,
    meaning,
    key,
    indexes = [],
    columns,
  }: TableDefinition<Named>): ProjectionTable<Source, RowFrom<Named>> => {
    const entries = Object.entries<Column<Source>>(columns);
    const rewritten = entries.filter(([column, { 3: traits }]) => !key.includes(column) && traits?.rewrite !== 'keep');
    const changes = rewritten.map(([column, { 3: traits }]) => `${column} = ${rewrite(column, traits)}`).join(', ');
    const meanings = Object.fromEntries(entries.map(([column, [, text]]) => [column, text]));
    const insert = async (tx: Transaction, physical: string, rows: readonly object[], conflict: string): Promise<void> => {
      if (rows.length === 0) return;
      const values = `select * from jsonb_populate_recordset(null::${physical}, ?::jsonb)`;
      await runPrepared(tx, `insert into ${physical} as present ${values} on conflict ${conflict}`, [jsonb(rows)]);
    };
    return {
      name,
      key,
      internalColumns: entries.filter(([, { 3: traits }]) => traits?.internal).map(([column]) => column),
      async create(tx, physical) {
        const lines = [...entries.map(([column, [type]]) => `${column} ${type}`), `primary key (${key.join(', ')})`];
        const statements = [
          `create table ${physical} (${lines.join(', ')});`,
          ...indexes.map((index) => `create index on ${physical} ${index};`),
          describeTable(physical, { meaning, columns: meanings }),
        ];
        // Without the driver's placeholders: a question mark in a text is a question mark.
        await tx.raw(statements.join('\n').replaceAll('?', '\\?'));
      },
      row: (source) => {
        const row: Record<string, unknown> = {};
        for (const [column, [, , from]] of entries) row[column] = from(source);
        return row as RowFrom<Named>;
      },
      upsert: (tx, physical, rows) => insert(tx, physical, rows, `(${key.join(', ')}) do update set ${changes}`),
      insertMissing: (tx, physical, rows) => insert(tx, physical, rows, `(${key.join(', ')}) do nothing`),
    };
  };

/** The value that a column gets when its row is written again. */
function rewrite(column: string, traits: ColumnTraits | undefined): string {
  switch (traits?.rewrite) {
    case 'add':
      return `present.${column} + excluded.${column}`;
    case 'greatest':
      return `greatest(present.${column}, excluded.${column})`;
    default:
      return `excluded.${column}`;
  }
}
