import type { PinPublishing } from './client';
import type { Import, ImportRow } from './generated/types';
import type { CallOptions } from './settings';

export interface ImportRowsOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** How many rows go into one import; 500 at most, and where nothing is said. */
  readonly rowsPerImport?: number | undefined;
}

/**
 * Imports as many rows as come, in imports of up to 500, each given when the service has taken it. Rows without a key get one of their content and its
 * occurrence in their import, so rows that were sent before, in the same portions, make nothing twice.
 */
export async function* importRows(
  client: PinPublishing,
  rows: Iterable<ImportRow> | AsyncIterable<ImportRow>,
  { rowsPerImport = 500, ...options }: ImportRowsOptions = {},
): AsyncGenerator<Import> {
  let portion: ImportRow[] = [];
  for await (const row of rows) {
    if (portion.push(row) < rowsPerImport) continue;
    yield await client.imports.createFromJson(portion, options);
    portion = [];
  }
  if (portion.length > 0) yield await client.imports.createFromJson(portion, options);
}
