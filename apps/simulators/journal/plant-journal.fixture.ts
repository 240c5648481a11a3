import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts rows under a simulator's folder before it starts, as if it had stored them: tables of `file`, rows by id. */
export async function plantJournal(
  dataDir: string,
  file: 'mail' | 'platform',
  tables: Readonly<Record<string, readonly (object & { readonly id: string })[]>>,
): Promise<void> {
  const rows = Object.entries(tables).flatMap(([table, all]) => all.map((row) => [table, row.id, row] as const));
  const changes = [...rows, ['sequence', 'last', rows.length + 1]];
  await mkdir(join(dataDir, 'simulators'), { recursive: true });
  await writeFile(join(dataDir, 'simulators', `${file}.ndjson`), `${JSON.stringify(changes)}\n`);
}
