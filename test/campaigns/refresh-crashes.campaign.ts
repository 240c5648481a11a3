import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from '@pps/embedded';
import type { Command } from 'commander';
import { wholeNumber } from './whole-number';
import { refreshCrashes } from './refresh-crashes/campaign';
import { refreshInstallation } from './refresh-crashes/refresh-installation';

interface Options {
  readonly crashes: number;
  readonly kills: number;
  readonly seed: number;
}

export const options = (command: Command): Command =>
  command
    .option('--crashes <n>', 'crashes', wholeNumber, 1_000)
    .option('--kills <n>', 'of them, processes killed with SIGKILL', wholeNumber, 8)
    .option('--seed <n>', 'which crashes', wholeNumber, 1);

export async function run(asked: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'refresh-crashes-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const nats = await startNats({ storeDir: join(folder, 'nats') });
  const installation = await refreshInstallation(postgres.url, nats.url);
  try {
    const { tallies, violations } = await refreshCrashes({ ...installation, ...asked });
    console.table(tallies);
    for (const violation of violations) console.log(`VIOLATION ${violation}`);
    console.log(`${violations.length} violations`);
    return violations.length === 0;
  } finally {
    await installation.stop();
    await nats.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
