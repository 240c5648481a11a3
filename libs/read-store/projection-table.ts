import type { Transaction } from './database';
import { describeTable } from './describe-table';
import { runPrepared } from './run-prepared';
import { jsonb } from './jsonb';

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
export interface ProjectionTable<in Source, Row extends object> extends TableSchema {
  readonly key: readonly string[];
  row(source: Source): Row;
  /** Inserts the rows, and writes those again whose key is there, each column as its `rewrite` says. */
  upsert(tx: Transaction, physical: string, rows: readonly Row[]): Promise<void>;
  /** Inserts the rows whose key is not there yet. */
  insertMissing(tx: Transaction, physical: string, rows: readonly Row[]): Promise<void>;
  /** `upsert` of the rows of these sources, in less time: no row is made of them. */
  upsertFrom(tx: Transaction, physical: string, sources: readonly Source[]): Promise<void>;
  /** The same of `insertMissing`. */
  insertMissingFrom(tx: Transaction, physical: string, sources: readonly Source[]): Promise<void>;
  /** Inserts the rows of these sources, none of which is there. Throws where one is. */
  insertNewFrom(tx: Transaction, physical: string, sources: readonly Source[]): Promise<void>;
}

/** The rows of a table: `RowOf<typeof pinTable>`. */
export type RowOf<Table> = Table extends ProjectionTable<never, infer Row> ? Row : never;

interface ColumnOf<Source> extends ColumnParameter {
  readonly column: string;
  readonly from: (source: Source) => unknown;
}

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
    const parameters = entries.map(([column, [type, , from]]): ColumnOf<Source> => ({ column, from, ...columnParameter(type) }));
    const names = entries.map(([column]) => column).join(', ');
    const values = parameters.map(({ sql }) => sql).join(', ');
    const insert = async <Item>(
      tx: Transaction,
      physical: string,
      items: readonly Item[],
      conflict: string,
      valueOf: (column: ColumnOf<Source>) => (item: Item) => unknown,
    ): Promise<void> => {
      if (items.length === 0) return;
      await runPrepared(
        tx,
        `insert into ${physical} as present (${names}) select ${values}${conflict}`,
        parameters.map((column) => column.text(items.map(valueOf(column)))),
      );
    };
    const ofRow =
      ({ column }: ColumnOf<Source>) =>
      (row: object): unknown =>
        row[column as keyof typeof row];
    const ofSource = ({ from }: ColumnOf<Source>) => from;
    const onConflict = {
      update: ` on conflict (${key.join(', ')}) do update set ${changes}`,
      ignore: ` on conflict (${key.join(', ')}) do nothing`,
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
        return Object.fromEntries(entries.map(([column, [, , from]]) => [column, from(source)])) as RowFrom<Named>;
      },
      upsert: (tx, physical, rows) => insert(tx, physical, rows, onConflict.update, ofRow),
      insertMissing: (tx, physical, rows) => insert(tx, physical, rows, onConflict.ignore, ofRow),
      upsertFrom: (tx, physical, sources) => insert(tx, physical, sources, onConflict.update, ofSource),
      insertMissingFrom: (tx, physical, sources) => insert(tx, physical, sources, onConflict.ignore, ofSource),
      insertNewFrom: (tx, physical, sources) => insert(tx, physical, sources, '', ofSource),
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

/** How the values of one column of many rows travel: one parameter of a statement, and what a `select` makes of it. */
interface ColumnParameter {
  /** With the parameter in it, an expression that yields the values one after the other. */
  readonly sql: string;
  /** The parameter of these values. */
  readonly text: (values: readonly unknown[]) => string;
}

/**
 * How the values of a column with this SQL type (constraints may follow it) are sent. Numbers that are none, null and what is missing become NULL; a value that is no
 * value of the type fails in the statement.
 */
function columnParameter(type: string): ColumnParameter {
  const [name] = /^(?:double precision|\w+(?:\([\d, ]+\))?)(?:\[\])?/.exec(type) ?? [];
  if (name === undefined) throw new Error(`no SQL type: ${type}`);
  // The JSON that is written here holds no line break: nothing has to be escaped.
  if (name === 'jsonb') return { sql: `string_to_table(?, E'\\n', '')::jsonb`, text: (values) => values.map(json).join('\n') };
  // An array of arrays would be taken apart down to its last elements.
  if (name.endsWith('[]')) return { sql: `unnest(?::text[])::${name}`, text: (values) => arrayOf(values, list) };
  return { sql: `unnest(?::${name}[])`, text: (values) => arrayOf(values, scalar) };
}

const json = (value: unknown): string => (isNull(value) ? '' : jsonb(value));

const isNull = (value: unknown): value is null | undefined =>
  value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value));

/** Values as the text of an array of PostgreSQL. */
function arrayOf(values: readonly unknown[], write: (value: unknown) => string): string {
  let text = '{';
  for (const value of values) text += text.length === 1 ? write(value) : `,${write(value)}`;
  return `${text}}`;
}

function scalar(value: unknown): string {
  if (isNull(value)) return 'NULL';
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'NULL' : quote(value.toISOString());
  return quote(jsonb(value));
}

const list = (value: unknown): string => (Array.isArray(value) ? quote(arrayOf(value, scalar)) : scalar(value));

const quote = (text: string): string => (text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`);
