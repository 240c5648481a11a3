import { unreadableFile } from './decode-text';

const delimiters = [',', ';', '\t'] as const;
/** Of a header row, in characters. */
const longestHeader = 64 * 1024;
// The first line by which some spreadsheets say their delimiter.
const declared = /^"?sep=([,;\t])"?\r?$/i;

export interface HeaderStart {
  readonly delimiter: string;
  /** What was read, from the header row on. */
  readonly text: string;
}

/**
 * Reads as far as the end of the first row that is not blank, and says by which character its cells are separated: of comma, semicolon and tab
 * the one that stands there most often outside of quotes. Throws `Invalid` for a first row that does not end within 64 Ki characters.
 */
export async function splitHeader(chunks: AsyncIterator<string>): Promise<HeaderStart> {
  let text = '';
  for (;;) {
    const start = text.search(/[^\s]/);
    const rest = start < 0 ? '' : text.slice(firstOfLine(text, start));
    const end = endOfRow(rest);
    if (end !== null) return startAt(rest, end);
    if (rest.length > longestHeader) throw unreadableFile('The header row is longer than 64 KB, or one of its quotes is not closed', 'csv');
    const { value, done } = await chunks.next();
    if (done) return startAt(rest, rest.length);
    text = rest + value;
  }
}

function startAt(text: string, end: number): HeaderStart {
  const header = text.slice(0, end);
  const [, saidDelimiter] = declared.exec(header) ?? [];
  if (saidDelimiter !== undefined) return { delimiter: saidDelimiter, text: text.slice(end).replace(/^[\r\n]+/, '') };
  const counts = delimiters.map((delimiter) => outsideOfQuotes(header).split(delimiter).length);
  return { delimiter: delimiters[counts.indexOf(Math.max(...counts))] ?? ',', text };
}

/** A tab at the beginning of a row is a blank cell, no space before it. */
const firstOfLine = (text: string, index: number): number => Math.max(text.lastIndexOf('\n', index), text.lastIndexOf('\r', index)) + 1;

/** Where the first row ends, or null where it may go on. */
function endOfRow(text: string): number | null {
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) return index;
  }
  return null;
}

const outsideOfQuotes = (row: string): string => row.replace(/"[^"]*"/g, '');
