import { errorColumn, importColumns } from './import-columns';
import { writeCsv } from './write-csv';

export interface FailedRow {
  /** As the client gave it. */
  readonly given: unknown;
  readonly error: string;
  /** Only where the row did not give one and its content alone would not make the same. */
  readonly idempotencyKey: string | null;
}

/** Failed rows and why each has failed; mended, it can be sent as an import again. */
export const failedRowsCsv = (rows: readonly FailedRow[]): string =>
  writeCsv([[...importColumns, errorColumn], ...rows.map((row) => [...cellsOf(row), row.error])]);

/** A file with the names of all columns and no row. */
export const templateCsv = (): string => writeCsv([importColumns]);

function cellsOf({ given, idempotencyKey }: FailedRow): string[] {
  const fields: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
  const key = idempotencyKey ?? fields['idempotency_key'];
  return importColumns.map((column) => cellOf(column === 'idempotency_key' ? key : fields[column]));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? value.join(',') : JSON.stringify(value);
}
