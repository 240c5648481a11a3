import { quoteFormula } from './quote-formula';

/** A CSV (RFC 4180) of a header row and rows; no cell of them is run by a spreadsheet. */
export const writeCsv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows.map((row) => `${row.map(writeCell).join(delimiter)}\r\n`).join('');

function writeCell(cell: string): string {
  const safe = quoteFormula(cell);
  return /[",\r\n\t;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
