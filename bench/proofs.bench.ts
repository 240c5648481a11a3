import { startPostgres } from '@pps/embedded';
import { auditMigrations, openProofs, readTreeSize } from '@pps/audit';
import { growTrees } from '@pps/audit/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, percentile } from './open-load';

// Proofs of random leaves and sizes of one tree, by one process that answers one after the other, beside one row read by its key.

const leaves = Number(process.env['LEAVES'] ?? 1_000_000);
const proofs = Number(process.env['PROOFS'] ?? 500);
const leavesPerBatch = 10_000;

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-proofs-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 2);
  try {
    await migrate(db, [...readStoreMigrations, ...auditMigrations]);
    const treeId = newId();
    await grow(db, treeId);
    const { inclusion, consistency } = openProofs(db);
    const below = (bound: number) => Math.floor(Math.random() * bound);
    const works: Record<string, () => Promise<unknown>> = {
      'one row by its key': () => readTreeSize(db, treeId),
      'inclusion in the present tree': () => inclusion(treeId, below(leaves), leaves),
      'inclusion in an earlier tree': () => {
        const leaf = below(leaves);
        return inclusion(treeId, leaf, leaf + 1 + below(leaves - leaf));
      },
      'inclusion by a process that has proved nothing yet': () => openProofs(db).inclusion(treeId, below(leaves), leaves),
      'consistency with the present tree': () => consistency(treeId, 1 + below(leaves), leaves),
    };
    const times = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
    for (let n = 0; n < proofs; n++) {
      for (const [name, work] of Object.entries(works)) {
        const begun = performance.now();
        await work();
        times.get(name)?.push(performance.now() - begun);
      }
    }
    const ms = (value: number) => Number(value.toFixed(2));
    console.table(
      [...times].map(([what, each]) => ({
        what,
        'p50 ms': ms(median(each)),
        'p99 ms': ms(percentile(each, 99)),
        'most ms': ms(Math.max(...each)),
      })),
    );
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function grow(db: Database, treeId: string): Promise<void> {
  for (let first = 0; first < leaves; first += leavesPerBatch) {
    const hashes = Array.from({ length: Math.min(leavesPerBatch, leaves - first) }, () => randomBytes(32));
    await db.transaction((tx) => growTrees(tx, [{ treeId, first, hashes }]));
  }
  await db.raw('vacuum analyze');
}
