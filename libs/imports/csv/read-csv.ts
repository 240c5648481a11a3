import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { cleanCell, spreadsheetFault, type CellFault } from './clean-cell';
import { decodeText, unreadableFile } from './decode-text';
import { readHeader, splitHeader, type Delimiter } from './read-header';
import { unquoteFormula } from './write-csv';

/** A row of a CSV. */
export interface CsvRow {
  /** By the names of their columns; a blank cell is absent. */
  readonly cells: Readonly<Record<string, string>>;
  /** Filled cells that stand under no name. */
  readonly unnamed: readonly string[];
  /** Why the cells cannot be taken, or null. */
  readonly fault: CellFault | null;
}

interface CsvFile {
  /** What separates its cells. */
  readonly delimiter: Delimiter;
  readonly rows: readonly CsvRow[];
}

// As large as a file may be: a row that is too large is at fault alone.
const mostRowBytes = 5 * 1024 * 1024;
/** Cells of a row beyond its header row that are kept apart; what comes behind them is one. */
const mostUnnamed = 50;

/**
 * Reads a CSV (RFC 4180; comma, semicolon or tab; the line ends of its first row, or LF for CRLF and the other way round) whose header row has the names of fields, row by row. Blank rows are passed over; cells
 * that a row lacks at its end are blank, but in a last line that is cut off. Throws `Invalid` for a file that is none, that has unknown or doubled
 * columns, no row, or more than `mostRows`.
 */
export async function readCsv(bytes: AsyncIterable<Buffer>, mostRows: number): Promise<CsvFile> {
  const chunks = decodeText(bytes);
  const { delimiter, text, line, lineEnds } = await splitHeader(chunks);
  const taken: string[] = [];
  const source = Readable.from(withStart(text, chunks, taken));
  const parser = parse({
    delimiter,
    record_delimiter: [...lineEnds],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: mostRowBytes,
  });
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  try {
    const rows = await takeRows(parser, mostRows, () => /[\r\n]$/.test(taken.at(-1) ?? ''));
    return { delimiter, rows };
  } catch (error) {
    throw error instanceof CsvError ? unreadableFile(wordsFor(error, taken, line), 'csv') : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* withStart(text: string, chunks: AsyncGenerator<string>, taken: string[]): AsyncGenerator<string> {
  if (text !== '') taken.push(text);
  if (text !== '') yield text;
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    taken.push(chunk);
    yield chunk;
  }
}

async function takeRows(records: AsyncIterable<string[]>, mostRows: number, endsWithLine: () => boolean): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  let columns: readonly string[] | undefined;
  let last: readonly string[] = [];
  for await (const record of records) {
    if (!columns) columns = readHeader(record);
    else if (rows.length === mostRows) throw unreadableFile(`A file has at most ${mostRows} rows`, 'too_long');
    else rows.push(readRow(record, columns));
    last = record;
  }
  if (!columns) throw unreadableFile('The file is empty; its first row must have the names of fields', 'too_short');
  const end = rows.at(-1);
  if (!end) throw unreadableFile('The file has a header row and no other', 'too_short');
  if (last.length < columns.length && !endsWithLine()) {
    const message = `The row has ${last.length} cells, the header row ${columns.length}, and the file ends within it`;
    return [...rows.slice(0, -1), { ...end, fault: { field: null, message } }];
  }
  return rows;
}

function readRow(record: readonly string[], columns: readonly string[]): CsvRow {
  const surplus = record.slice(columns.length + mostUnnamed).filter((cell) => cell !== '');
  const kept =
    surplus.length > 0
      ? [...record.slice(0, columns.length + mostUnnamed), surplus.join(' ')]
      : record.slice(0, columns.length + mostUnnamed);
  const filled = kept.map((text, index) => ({ index, name: columns[index] ?? '', cell: cleanCell(columns[index] ?? '', text) }));
  const shown = filled.filter(({ cell }) => cell.trim() !== '').map((one) => ({ ...one, cell: unquoteFormula(one.cell) }));
  const cells = Object.fromEntries(shown.filter(({ name }) => name !== '').map(({ name, cell }) => [name, cell]));
  const unnamed = shown.filter(({ name }) => name === '');
  return { cells, unnamed: unnamed.map(({ cell }) => cell), fault: faultOf(record, columns, unnamed, cells) };
}

function faultOf(
  record: readonly string[],
  columns: readonly string[],
  unnamed: readonly { readonly index: number }[],
  cells: CsvRow['cells'],
): CellFault | null {
  const [first] = unnamed;
  if (first && first.index >= columns.length) {
    const message = `The row has ${record.length} cells, the header row ${columns.length}: a cell with the separator in it is quoted`;
    return { field: null, message };
  }
  if (first) return { field: null, message: `Column ${letterOf(first.index)} has a value and no name in the first row` };
  if (record.length === 1 && columns.length > 2 && isWholeRow(record[0] ?? '', columns.length)) {
    return { field: null, message: 'All cells of the row stand in its first one: open the file with the separator of its first row' };
  }
  return spreadsheetFault(cells);
}

const isWholeRow = (cell: string, columns: number): boolean =>
  Math.max(...[',', ';', '\t'].map((sign) => cell.split(sign).length)) > columns / 2;

/** What a sheet calls a column: A to Z, then AA. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

const words: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is not closed before the end of the file'],
  ['CSV_INVALID_CLOSING_QUOTE', 'something follows the quote at the end of a cell; a quote inside of a quoted cell is doubled'],
  ['INVALID_OPENING_QUOTE', 'a quote stands inside of a cell that does not begin with one; quote the cell and double the quote'],
  ['CSV_MAX_RECORD_SIZE', `a row is longer than ${mostRowBytes / 1024 ** 2} MB, or a quote is not closed`],
]);

function wordsFor(error: CsvError, taken: readonly string[], headerLine: number): string {
  const lines: unknown = 'lines' in error ? error.lines : undefined;
  const what = words.get(error.code) ?? 'the row is not CSV as RFC 4180 has it';
  return typeof lines === 'number' ? `Line ${lineInEditor(taken.join(''), lines) + headerLine - 1}: ${what}` : `In the file ${what}`;
}

/**
 * The line of a text as an editor counts them, from 1, for one that csv-parse (7.0.3) counted: it counts a CRLF inside of a quoted cell twice.
 */
function lineInEditor(text: string, countedLine: number): number {
  let [counted, line, isQuoted] = [1, 1, false];
  for (const [ending] of text.matchAll(/"|\r\n|\r|\n/g)) {
    if (ending === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (counted >= countedLine) break;
    counted += isQuoted && ending === '\r\n' ? 2 : 1;
    line += 1;
  }
  return line;
}
