import type { Transaction } from '@pps/read-store';
import { quoteFormula } from '@pps/imports';
import { open } from 'node:fs/promises';
import { fileWriter, ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer';

/** A row of a view, by column. */
export type ViewRow = Readonly<Record<string, unknown>>;

/** A file that takes rows in portions. */
export interface ViewFile {
  write(rows: readonly ViewRow[]): Promise<void>;
  close(): Promise<void>;
}

/** What a column becomes in a file. */
type ColumnKind = 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'TIMESTAMP' | 'JSON' | 'UUID' | 'STRING';

export interface ViewColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  boolean: 'BOOLEAN',
  smallint: 'INT32',
  integer: 'INT32',
  bigint: 'INT64',
  'double precision': 'DOUBLE',
  numeric: 'DOUBLE',
  'timestamp with time zone': 'TIMESTAMP',
  jsonb: 'JSON',
  uuid: 'UUID',
};

/** The columns of a view of analysts in their order; none where there is no such view. Lists are JSON. */
export async function readViewColumns(tx: Transaction, view: string): Promise<ViewColumn[]> {
  const { rows } = await tx.raw<{ rows: { name: string; type: string }[] }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'analytics'::regnamespace and relkind = 'v' and relname = ? and attnum > 0 and not attisdropped order by attnum`,
    [view],
  );
  return rows.map(({ name, type }) => ({
    name,
    kind: (Object.hasOwn(kinds, type) && kinds[type]) || (type.endsWith('[]') ? 'JSON' : 'STRING'),
  }));
}

/** A value of a row as files take it: numbers of 64 bits as bigint, moments as Date. */
function exportedValue({ kind }: ViewColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'INT64':
      return BigInt(value as string);
    case 'DOUBLE':
      return Number(value);
    case 'JSON':
    case 'BOOLEAN':
    case 'INT32':
    case 'TIMESTAMP':
      return value;
    case 'UUID':
    case 'STRING':
      return String(value);
  }
}

/**
 * Writes rows as RFC 4180 has it, in UTF-8, with the names first: null is empty, an empty text is `""`, moments are RFC 3339 in UTC. A text that a
 * spreadsheet would run as a formula is quoted with `'`, unless `forMachines`.
 */
export async function openCsvFile(path: string, columns: readonly ViewColumn[], forMachines: boolean): Promise<ViewFile> {
  const safe = (value: unknown): unknown => {
    const shown = isDocument(value) ? JSON.stringify(value) : value;
    return typeof shown === 'string' && !forMachines ? quoteFormula(shown) : shown;
  };
  const file = await open(path, 'w');
  await file.write(`${columns.map(({ name }) => name).join(',')}\r\n`);
  return {
    write: async (rows) => {
      const lines = rows.map((row) => `${columns.map((column) => field(safe(exportedValue(column, row[column.name])))).join(',')}\r\n`);
      await file.write(lines.join(''));
    },
    close: () => file.close(),
  };
}

function field(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return value === '' || /[",\r\n]/.test(value) ? quote(value) : value;
  return value instanceof Date ? value.toISOString() : String(value);
}

const isDocument = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Date);

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

// Without it hyparquet-writer (0.17.0) writes local times, which readers in another zone take for other moments.
const instant = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Writes rows as Parquet, one row group a portion; moments are UTC to the millisecond. */
export function openParquetFile(path: string, columns: readonly ViewColumn[]): ViewFile {
  const sources = (rows: readonly ViewRow[]): ColumnSource[] =>
    columns.map((column) => ({
      name: column.name,
      type: column.kind,
      nullable: true,
      data: rows.map((row) => exportedValue(column, row[column.name])),
    }));
  const schema = schemaFromColumnData({ columnData: sources([]) }).map((element) =>
    element.converted_type === 'TIMESTAMP_MILLIS' ? { ...element, logical_type: instant } : element,
  );
  const writer = new ParquetWriter({ writer: fileWriter(path), schema });
  return {
    write: async (rows) => void (await writer.write({ columnData: sources(rows), rowGroupSize: rows.length })),
    close: async () => void (await writer.finish()),
  };
}
