const widestCell = 36;

/** Lines of a plain table; numbers are right-aligned, long cells are cut. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => cut(String(cell))));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => columns(row[column] ?? ''))));
  const isNumber = header.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const lines = cells.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0, isNumber[column] === true)).join('  '));
  return [lines[0] ?? '', widths.map((width) => '─'.repeat(width)).join('  '), ...lines.slice(1)];
}

const columns = (text: string): number => [...text].length;

const cut = (text: string): string => (columns(text) > widestCell ? `${[...text].slice(0, widestCell - 1).join('')}…` : text);

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(width - columns(text));
  return right ? space + text : text + space;
}
