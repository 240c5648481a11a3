import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DemoFailure } from './demo-failure';

/** The fields of a creation by their names in the API; blank cells are absent. */
export type PinRow = Readonly<Record<string, string>>;

/** Reads a UTF-8 CSV whose header row names the fields. */
export function readPins(file: string): readonly PinRow[] {
  try {
    const rows = parse(readFileSync(file), { bom: true, columns: true, skipEmptyLines: true }) as unknown as PinRow[];
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell.trim() !== '')));
  } catch (error) {
    throw new DemoFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
