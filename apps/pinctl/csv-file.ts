import { quoteFormula } from '@pps/imports';
import { open } from 'node:fs/promises';
import { exportedValue, type ViewColumn } from './view-columns';
import type { ViewFile } from './view-file';

/**
 * Writes rows as RFC 4180 has it, in UTF-8, with the names first: null is empty, an empty text is `""`, moments are RFC 3339 in UTC. A text that a
 * spreadsheet would run as a formula is quoted with `'`, unless `forMachines`.
 */
export async function openCsvFile(path: string, columns: readonly ViewColumn[], forMachines: boolean): Promise<ViewFile> {
  const safe = (value: unknown): unknown => (typeof value === 'string' && !forMachines ? quoteFormula(value) : value);
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
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? quote(JSON.stringify(value)) : String(value);
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
