import { startPostgres } from '@pps/embedded';
import { pinsMigrations } from '@pps/pins';
import { migrate, openDatabase, readStoreMigrations } from '@pps/read-store';
import { Command } from 'commander';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeNumber } from '../campaigns/whole-number';
import { bucketProperty } from './bucket-property';
import { freshBuckets, preparedForSteps } from './virtual-database';

async function main(): Promise<void> {
  const command = new Command('campaign:bucket-steps')
    .description(
      'Lets the database’s buckets and exact whole numbers take the same random steps, on a clock that is set, and compares every answer.',
    )
    .option('--steps <n>', 'how many', wholeNumber, 1_000_000)
    .option('--seed <n>', 'the first; the steps are shared by three seeds, one for each plan of buckets', wholeNumber, 1)
    .parse();
  const { steps, seed } = command.opts<{ steps: number; seed: number }>();
  const folder = mkdtempSync(join(tmpdir(), 'bucket-steps-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 1);
  try {
    await migrate(db, [...readStoreMigrations, ...pinsMigrations]);
    await preparedForSteps(db);
    for (const each of [seed, seed + 1, seed + 2]) {
      await freshBuckets(db);
      const begun = performance.now();
      const result = await bucketProperty(db, Math.ceil(steps / 3), each);
      const seconds = (performance.now() - begun) / 1_000;
      console.log(
        `seed ${each}: ${result.steps} steps (${Math.round(result.steps / seconds)}/s), ${result.granted} granted, ${result.differences.length} differences, over-issue ${result.overIssue}`,
      );
      for (const difference of result.differences.slice(0, 5)) console.log(difference);
      if (result.differences.length > 0 || result.overIssue > 0) process.exitCode = 1;
    }
    console.log(process.exitCode ? 'NOT EXACT' : 'EXACT');
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
