import { cleanOutsideText, Invalid, type FieldError } from '@pps/kernel';
import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { decodeText, unreadableFile } from './decode-text';
import { unquoteFormula } from './quote-formula';
import { errorColumn, importColumns } from './import-columns';
import { splitHeader } from './split-header';

/** A row of a CSV. */
export interface CsvRow {
  /** By the names of their columns; a blank cell is absent. */
  readonly cells: Readonly<Record<string, string>>;
  /** Why the cells cannot be told apart, or null. */
  readonly fault: string | null;
}

// As large as a file may be: a row that is too large is at fault alone.
const mostRowBytes = 5 * 1024 * 1024;
const mostFaults = 20;
const longestShownName = 60;

/**
 * Reads a CSV (RFC 4180; comma, semicolon or tab; any line ends) whose header row has the names of fields, row by row. Blank rows are passed over.
 * Throws `Invalid` for a file that is none, that has unknown or doubled columns, no row, or more than `mostRows`.
 */
export async function readCsv(bytes: AsyncIterable<Buffer>, mostRows: number): Promise<CsvRow[]> {
  const chunks = decodeText(bytes);
  const { delimiter, text } = await splitHeader(chunks);
  const source = Readable.from(withStart(text, chunks));
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: mostRowBytes,
  });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    return await takeRows(parser, mostRows);
  } catch (error) {
    throw error instanceof CsvError ? unreadableFile(wordsFor(error), 'csv') : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* withStart(text: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  if (text !== '') yield text;
  for await (const chunk of chunks) if (chunk !== '') yield chunk;
}

async function takeRows(records: AsyncIterable<string[]>, mostRows: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let columns: readonly string[] | undefined;
  for await (const record of records) {
    if (!columns) columns = readHeader(record);
    else if (rows.length === mostRows) throw unreadableFile(`A file has at most ${mostRows} rows`, 'too_long');
    else rows.push(readRow(record, columns));
  }
  if (!columns) throw unreadableFile('The file is empty; its first row must have the names of fields', 'too_short');
  if (rows.length === 0) throw unreadableFile('The file has a header row and no other', 'too_short');
  return rows;
}

function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => name.trim().toLowerCase());
  const known: ReadonlySet<string> = new Set([...importColumns, errorColumn]);
  const named = columns.filter((name) => name !== '');
  if (!named.some((name) => known.has(name))) {
    throw unreadableFile(`The first row must have the names of fields: ${importColumns.join(', ')}`, 'csv_header');
  }
  const unknown = named.filter((name) => !known.has(name)).map((name) => columnFault(name, 'Unknown column', 'unknown_field'));
  const doubled = [...new Set(named.filter((name, index) => named.indexOf(name) !== index))];
  const faults = [...unknown, ...doubled.map((name) => columnFault(name, 'There are two columns of this name', 'duplicate_field'))];
  if (faults.length > 0) throw new Invalid(faults.slice(0, mostFaults));
  return columns;
}

const columnFault = (name: string, msg: string, type: string): FieldError => ({
  loc: ['body', 'file', cleanOutsideText(name, longestShownName)],
  msg,
  type,
});

function readRow(record: readonly string[], columns: readonly string[]): CsvRow {
  const filled = record.map((cell, index) => ({ name: columns[index] ?? '', cell })).filter(({ cell }) => cell.trim() !== '');
  const cells = Object.fromEntries(filled.filter(({ name }) => name !== '').map(({ name, cell }) => [name, unquoteFormula(cell)]));
  const isWithoutName = filled.some(({ name }) => name === '');
  const isRagged = isWithoutName || record.length < columns.length;
  return { cells, fault: isRagged ? `The row has ${record.length} cells, the header row ${columns.length}` : null };
}

const words: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed before the end of the file',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the quote at the end of a cell; a quote inside of a quoted cell is doubled',
  INVALID_OPENING_QUOTE: 'a quote stands inside of a cell that does not begin with one; quote the cell and double the quote',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${mostRowBytes / 1024 ** 2} MB, or a quote is not closed`,
};

function wordsFor(error: CsvError): string {
  const lines: unknown = 'lines' in error ? error.lines : undefined;
  const what = words[error.code] ?? 'the row is not CSV as RFC 4180 has it';
  return typeof lines === 'number' ? `Line ${lines}: ${what}` : `In the file ${what}`;
}
