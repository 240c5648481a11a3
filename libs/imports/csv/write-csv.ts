import { requireJsonBounds } from '@pps/kernel';

const signs = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** What does not show, and what a spreadsheet passes over, before a formula. */
const blanks = ' \u00a0\u200b\u200c\u200d\u2060\ufeff';
// What a spreadsheet takes for a formula, also where it stands in its full width or behind blanks.
const atBegin = new RegExp(`^'*(?:[\\t\\r\\n]|[${blanks}]*[${signs}])`);
// A spreadsheet that separates cells by another sign than the file does begins a cell there, whatever is quoted.
const inside = new RegExp(`([;\\t\\r\\n][${blanks}]*)('*)(?=[${signs}])`, 'g');
const insideQuoted = new RegExp(`([;\\t\\r\\n][${blanks}]*)'('*)(?=[${signs}])`, 'g');

/** A cell that no spreadsheet runs, whichever sign it separates cells by: where a formula could begin stands a `'`. */
export function quoteFormula(cell: string): string {
  const safe = cell.replace(inside, "$1'$2");
  return atBegin.test(safe) ? `'${safe}` : safe;
}

/** The cell as it was before `quoteFormula`. */
export function unquoteFormula(cell: string): string {
  const begun = cell.startsWith("'") && atBegin.test(cell) ? cell.slice(1) : cell;
  return begun.replace(insideQuoted, '$1$2');
}

/** Far more than the terms of any pin; a longer array is refused as text. */
const mostReadTerms = 1_000;

const isPlain = (term: string): boolean => term !== '' && term.trim() === term && !term.includes(',') && !term.startsWith('[');

/** Terms in one cell: separated by commas, or as a JSON array where one of them would not come back from that. */
export const writeTerms = (terms: readonly string[]): string => (terms.every(isPlain) ? terms.join(',') : JSON.stringify(terms));

/** What a cell of terms means: a JSON array, whatever is in it, or the text as it is, whose parts are separated by commas. */
export function readTerms(cell: string): string | unknown[] {
  if (!cell.trimStart().startsWith('[')) return cell;
  try {
    requireJsonBounds(Buffer.from(cell), mostReadTerms);
    const terms: unknown = JSON.parse(cell);
    return Array.isArray(terms) ? terms : cell;
  } catch {
    return cell;
  }
}

/** A CSV (RFC 4180) of a header row and rows; no cell of them is run by a spreadsheet. */
export const writeCsv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows.map((row) => `${row.map(writeCell).join(delimiter)}\r\n`).join('');

function writeCell(cell: string): string {
  const safe = quoteFormula(cell);
  return /[",\r\n\t;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
