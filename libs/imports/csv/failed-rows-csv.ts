import { contentFieldList } from '@pps/pins/events';
import { errorColumn, importColumns, type Delimiter } from './read-header';
import { writeTerms, writeCsv } from './write-csv';

export interface FailedRow {
  /** As the client gave it. */
  readonly given: unknown;
  readonly error: string;
  /** Only where the row did not give one and its content alone would not make the same. */
  readonly idempotencyKey: string | null;
}

/** What programs for spreadsheets tell UTF-8 by. */
const byteOrderMark = '\ufeff';

/**
 * Failed rows and why each has failed; mended, it can be sent as an import again. What stood under no name, or under one that is none, stands behind
 * the reason: so nothing of it is lost, and the row is refused until somebody has looked.
 */
export const failedRowsCsv = (rows: readonly FailedRow[], delimiter: Delimiter = ','): string =>
  byteOrderMark +
  writeCsv([[...importColumns, errorColumn], ...rows.map((row) => [...cellsOf(row), row.error, ...othersOf(row)])], delimiter);

/** A file with the names of all columns and no row. */
export const templateCsv = (delimiter: Delimiter = ','): string => writeCsv([importColumns], delimiter);

const known: ReadonlySet<string> = new Set([...importColumns, errorColumn]);

const colors: ReadonlySet<string> = new Set(contentFieldList.flatMap(({ kind, wire }) => (kind === 'color' ? [wire] : [])));

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};

function cellsOf({ given, idempotencyKey }: FailedRow): string[] {
  const fields = fieldsOf(given);
  const key = idempotencyKey ?? fields['idempotency_key'];
  return importColumns.map((column) =>
    cellOf(column, column === 'idempotency_key' ? key : Object.hasOwn(fields, column) ? fields[column] : null),
  );
}

/** Cells under no name, then fields of other names with these. */
function othersOf({ given }: FailedRow): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return given === null || given === undefined ? [] : [JSON.stringify(given, withoutRounded)];
  return Object.entries(fieldsOf(given)).flatMap(([name, value]) => {
    if (known.has(name)) return [];
    if (name === '' && Array.isArray(value)) return value.map((cell) => cellOf('', cell));
    return [`${name}: ${cellOf('', value)}`];
  });
}

function cellOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return colors.has(column) && /^[0-9a-f]{6}$/i.test(value) ? `#${value.toUpperCase()}` : value;
  if (isRounded(value)) return '';
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? writeTerms(value) : JSON.stringify(value, withoutRounded);
}

/** Digits that JSON has rounded are another id. */
const isRounded = (value: unknown): boolean => typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value);

const withoutRounded = (_: string, value: unknown): unknown => (isRounded(value) ? null : value);
