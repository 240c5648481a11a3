import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';

export interface BenchParts {
  readonly postgres: Part;
  /** Who starts another one in its place puts it here, so that it is ended. */
  eventStore: Part;
  /** For files of the measurement; dropped with the parts. */
  readonly folder: string;
}

/** Runs a measurement on a PostgreSQL and an event store of its own, which end with it. */
export async function withBenchParts(measure: (parts: BenchParts) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  let [postgres, parts]: [Part | undefined, BenchParts | undefined] = [undefined, undefined];
  try {
    postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    parts = { postgres, eventStore: await startEventStore({ databaseUrl: postgres.url }), folder };
    await measure(parts);
  } finally {
    await parts?.eventStore.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
