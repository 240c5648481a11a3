import { cleanOutsideText, Invalid, type FieldError } from '@pps/kernel';
import { contentFieldList } from '@pps/pins/events';
import { trimBlanks } from './clean-cell';
import { unreadableFile } from './decode-text';

/** The names of a CSV's columns: every field of a pin, and when it is to be published. */
export const importColumns: readonly string[] = [
  ...['account_id', 'board_id'],
  ...contentFieldList.map(({ wire }) => wire),
  ...['idempotency_key', 'run_at'],
];

/** Says in a list of failed rows why each has failed; taken back and ignored. */
export const errorColumn = 'error';

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];
/** Of a header row, in characters. */
const longestHeader = 64 * 1024;
const longestDeclaration = 100;
// The first line by which some spreadsheets say their delimiter; others pad it to the width of the sheet.
const declared = /^"?sep=([,;\t])[,;\t]*"?[,;\t]*$/i;

interface HeaderStart {
  readonly delimiter: Delimiter;
  /** What was read, from the header row on. */
  readonly text: string;
  /** The line of the file that the header row begins on, from 1. */
  readonly line: number;
  /** What ends a row: a CR alone only where it ends the first one, elsewhere some libraries leave it unquoted in a cell. */
  readonly lineEnds: readonly string[];
}

/**
 * Reads as far as the end of the first row that is not blank, and says by which character its cells are separated: of comma, semicolon and tab
 * the one by which most names of fields are told apart, then the one that stands there most often outside of quotes; a line `sep=` decides where its
 * sign separates anything. Throws `Invalid` for a first row that does not end within 64 Ki characters.
 */
export async function splitHeader(chunks: AsyncIterator<string>): Promise<HeaderStart> {
  let text = '';
  let isWhole = false;
  const readOn = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done) isWhole = true;
    else text += value;
  };
  const rowFrom = async (index: number): Promise<{ begin: number; end: number }> => {
    let begin = index;
    for (;;) {
      const found = text.slice(begin).search(/[^\s]/);
      begin = firstOfLine(text, begin, found < 0 ? text.length : begin + found);
      const end = found < 0 ? null : endOfRow(text, begin);
      if (end !== null) return { begin, end };
      if (isWhole) return { begin: found < 0 ? text.length : begin, end: text.length };
      if (found >= 0 && text.length - begin > longestHeader) {
        throw unreadableFile('The header row is longer than 64 KB, or one of its quotes is not closed', 'csv');
      }
      await readOn();
    }
  };
  const first = await rowFrom(0);
  const [, said] = first.end - first.begin > longestDeclaration ? [] : (declared.exec(text.slice(first.begin, first.end)) ?? []);
  const { begin, end } = said === undefined ? first : await rowFrom(first.end);
  while (!isWhole && text.length === end + 1) await readOn();
  const lineEnds = /^\r(?!\n)/.test(text.slice(end, end + 2)) ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'];
  return {
    ...{ delimiter: delimiterOf(text.slice(begin, end), said), text: text.slice(begin) },
    ...{ line: linesIn(text.slice(0, begin)) + 1, lineEnds },
  };
}

function delimiterOf(header: string, said: string | undefined): Delimiter {
  const plain = outsideOfQuotes(header);
  const ranked = delimiters
    .map((delimiter) => ({ delimiter, names: namesIn(header, delimiter), parts: plain.split(delimiter).length }))
    .sort((a, b) => b.names - a.names || b.parts - a.parts);
  const declaredOne = ranked.find(({ delimiter, parts }) => delimiter === said && parts > 1);
  const best = ranked.find(({ parts }) => parts > 1);
  return declaredOne?.delimiter ?? best?.delimiter ?? delimiters.find((delimiter) => delimiter === said) ?? ',';
}

/** How many names of fields stand in a text that is cut at a sign. */
const namesIn = (text: string, delimiter: string): number =>
  text.split(delimiter).filter((part) => importColumns.includes(trimBlanks(part.replaceAll('"', '')).toLowerCase())).length;

/** Line ends in a text, each of CRLF, LF and CR once. */
export const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** A tab at the beginning of a row is a blank cell, no space before it. */
const firstOfLine = (text: string, from: number, index: number): number =>
  Math.max(from, text.lastIndexOf('\n', index) + 1, text.lastIndexOf('\r', index) + 1);

/** Where a row ends, or null where it may go on. */
function endOfRow(text: string, begin: number): number | null {
  let isQuoted = false;
  for (let index = begin; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) return index;
  }
  return null;
}

const outsideOfQuotes = (row: string): string => row.replace(/"[^"]*"/g, '');

const mostFaults = 20;
const longestShownName = 60;
const known: ReadonlySet<string> = new Set([...importColumns, errorColumn]);

/** The names of the columns, as fields are called; a blank one is ''. Throws `Invalid` for a row that has none of them, or unknown or doubled ones. */
export function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => trimBlanks(name).toLowerCase());
  const named = columns.filter((name) => name !== '');
  const together = record.find((cell) => delimiters.some((sign) => namesIn(cell, sign) > 1));
  if (together !== undefined || named.some(isPadded)) {
    throw unreadableFile(
      'The names of all fields stand in one cell: open the file with the comma as separator, or fetch template.csv?delimiter=semicolon',
      'csv_header',
    );
  }
  if (!named.some((name) => known.has(name))) {
    throw unreadableFile(`The first row must have the names of fields: ${importColumns.join(', ')}`, 'csv_header');
  }
  const unknown = named.filter((name) => !known.has(name)).map((name) => columnFault(name, 'Unknown column', 'unknown_field'));
  const doubled = [...new Set(named.filter((name, index) => named.indexOf(name) !== index))];
  const faults = [...unknown, ...doubled.map((name) => columnFault(name, 'There are two columns of this name', 'duplicate_field'))];
  if (faults.length > 0) throw new Invalid(faults.slice(0, mostFaults));
  return columns;
}

/** A name with the separators of another program behind it: the whole row stood in one cell of a wider sheet. */
const isPadded = (name: string): boolean =>
  /^\w{1,60}[;,\t]/.test(name) && known.has(name.split(/[;,\t]/, 1)[0] ?? '') && /[;,\t]$/.test(name);

const columnFault = (name: string, msg: string, type: string): FieldError => ({
  loc: ['body', 'file', cleanOutsideText(name, longestShownName)],
  msg,
  type,
});
