import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';

export interface BenchParts {
  readonly postgres: Part;
  readonly eventStore: Part;
  /** For files of the measurement; dropped with the parts. */
  readonly folder: string;
}

/** Runs a measurement on a PostgreSQL and an event store of its own, which end with it. */
export async function withBenchParts(measure: (parts: BenchParts) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  const started: Part[] = [];
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    started.push(postgres);
    const eventStore = await startEventStore({ databaseUrl: postgres.url });
    started.push(eventStore);
    await measure({ postgres, eventStore, folder });
  } finally {
    for (const part of started.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
