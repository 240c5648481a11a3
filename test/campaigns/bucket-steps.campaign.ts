import { startPostgres } from '@pps/embedded';
import { pinsMigrations } from '@pps/pins';
import { migrate, openDatabase, readStoreMigrations } from '@pps/read-store';
import type { Command } from 'commander';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeNumber } from './whole-number';
import { bucketProperty } from '../pacing/bucket-property';
import { resetBuckets, prepareForSteps } from '../pacing/run-steps';

export const options = (command: Command): Command =>
  command
    .option('--steps <n>', 'how many', wholeNumber, 1_000_000)
    .option('--seed <n>', 'the first; the steps are shared by three seeds, one for each plan of buckets', wholeNumber, 1);

export async function run({ steps, seed }: { readonly steps: number; readonly seed: number }): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bucket-steps-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 1);
  let isExact = true;
  try {
    await migrate(db, [...readStoreMigrations, ...pinsMigrations]);
    await prepareForSteps(db);
    for (const each of [seed, seed + 1, seed + 2]) {
      await resetBuckets(db);
      const begun = performance.now();
      const result = await bucketProperty(db, Math.ceil(steps / 3), each);
      const seconds = (performance.now() - begun) / 1_000;
      console.log(
        `seed ${each}: ${result.steps} steps (${Math.round(result.steps / seconds)}/s), ${result.granted} granted, ${result.differences.length} differences, over-issue ${result.overIssue}`,
      );
      for (const difference of result.differences.slice(0, 5)) console.log(difference);
      if (result.differences.length > 0 || result.overIssue > 0) isExact = false;
    }
    console.log(isExact ? 'EXACT' : 'NOT EXACT');
    return isExact;
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
