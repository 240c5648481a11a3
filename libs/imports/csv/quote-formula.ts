// What a spreadsheet takes for a formula, also where it stands in its full width.
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell that no spreadsheet runs: what looks like a formula begins with `'`. */
export const quoteFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** The cell as it was before `quoteFormula`. */
export const unquoteFormula = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);
