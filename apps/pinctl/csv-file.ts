import { quoteFormula } from '@pps/imports';
import { open } from 'node:fs/promises';
import { exportedValue, type ViewColumn } from './view-columns';
import type { ViewFile } from './view-file';

/**
 * Writes rows as RFC 4180 has it, in UTF-8, with the names first: null is empty, an empty text is `""`, moments are RFC 3339 in UTC. A text that a
 * spreadsheet would run as a formula is quoted with `'`, unless `forMachines`.
 */
export async function openCsvFile(path: string, columns: readonly ViewColumn[], forMachines: boolean): Promise<ViewFile> {
  const safe = (value: unknown): unknown => {
    const shown = isDocument(value) ? JSON.stringify(value) : value;
    return typeof shown === 'string' && !forMachines ? quoteFormula(shown) : shown;
  };
  const file = await open(path, 'w');
  await file.write(`${columns.map(({ name }) => name).join(',')}\r\n`);
  return {
    write: async (rows) => {
      const lines = rows.map((row) => `${columns.map((column) => field(safe(exportedValue(column, row[column.name])))).join(',')}\r\n`);
      await file.write(lines.join(''));
    },
    close: () => file.close(),
  };
}

function field(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return value === '' || /[",\r\n]/.test(value) ? quote(value) : value;
  return value instanceof Date ? value.toISOString() : String(value);
}

const isDocument = (value: unknown): boolean => typeof value === 'object' && value !== null && !(value instanceof Date);

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
