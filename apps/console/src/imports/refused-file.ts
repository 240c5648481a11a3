import { parse, unparse } from 'papaparse';

/** Column of the download that says why a row was refused; an import passes over it. */
const reasonColumn = 'error';

/** A refused row as its file had it. */
export interface RefusedRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly reason: string;
  /** Values that stood under no column: a row with one is refused until it is without. */
  readonly homeless: readonly string[];
}

export interface RefusedFile {
  readonly columns: readonly string[];
  readonly rows: readonly RefusedRow[];
}

/** Reads the download of the refused rows, whose cells a comma separates. */
export function readRefusedFile(csv: string): RefusedFile {
  const [head = [], ...lines] = parse<readonly string[]>(csv.replace(/^\uFEFF/, ''), { delimiter: ',', skipEmptyLines: true }).data;
  const end = head.indexOf(reasonColumn);
  const columns = head.slice(0, end < 0 ? head.length : end);
  const rows = lines.map((line) => ({
    cells: Object.fromEntries(columns.map((column, index) => [column, line[index] ?? ''])),
    reason: end < 0 ? '' : (line[end] ?? ''),
    homeless: line.slice(columns.length + 1).filter((value) => value !== ''),
  }));
  return { columns, rows };
}

/** A file of such rows alone. */
export const writeRows = (columns: readonly string[], rows: readonly RefusedRow['cells'][]): string =>
  unparse({ fields: [...columns], data: rows.map((cells) => columns.map((column) => cells[column] ?? '')) });
