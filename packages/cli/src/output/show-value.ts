import { cleanJson, cleanText } from './clean-text';

type Fields = Readonly<Record<string, unknown>>;

/** Prints an answer on standard output: one line of JSON, or for people a table of a list and a line for each field of one thing. */
export function showValue(value: unknown, { json }: { readonly json: boolean }): void {
  if (value === undefined || value === null) return;
  if (json) return writeLine(cleanJson(value));
  if (Array.isArray(value)) return showTable(value);
  if (typeof value !== 'object' || value instanceof Date) return writeLine(cell(value));
  const width = Math.max(...Object.keys(value).map((name) => name.length), 0);
  for (const [name, field] of Object.entries(value)) {
    if (isRows(field)) {
      writeLine(`${cleanText(name)}:`);
      showTable(field);
    } else {
      writeLine(`${cleanText(name).padEnd(width)}  ${cell(field)}`);
    }
  }
}

/** A line on standard output. */
export const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** The same; resolves once it has left this process. */
export const writeLineOut = (line: string): Promise<void> =>
  new Promise((done, fail) => process.stdout.write(`${line}\n`, (error) => (error ? fail(error) : done())));

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object' && each !== null);

const widestCell = 60;

function showTable(rows: readonly unknown[]): void {
  if (!isRows(rows)) {
    for (const row of rows) writeLine(cell(row));
    return;
  }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => isShort(row[name])));
  const lines = [names.map((name) => cleanText(name, widestCell)), ...rows.map((row) => names.map((name) => cell(row[name], widestCell)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    writeLine(
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

const isShort = (value: unknown): boolean => value !== null && value !== undefined && (typeof value !== 'object' || value instanceof Date);

function cell(value: unknown, longest = Infinity): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? cleanText(cleanJson(value), longest) : cleanText(String(value), longest);
}
