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
