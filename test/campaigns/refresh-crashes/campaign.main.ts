import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from '@pps/embedded';
import { Command } from 'commander';
import { wholeNumber } from '../whole-number';
import { refreshCrashes } from './campaign';
import { refreshInstallation } from './installation';

interface Options {
  readonly crashes: number;
  readonly kills: number;
  readonly seed: number;
}

async function main(): Promise<void> {
  const command = new Command('campaign:refresh-crashes')
    .description('Ends processes at every step of a token refresh: the account works afterwards, or says that a new consent is needed.')
    .option('--crashes <n>', 'crashes', wholeNumber, 1_000)
    .option('--kills <n>', 'of them, processes killed with SIGKILL', wholeNumber, 8)
    .option('--seed <n>', 'which crashes', wholeNumber, 1)
    .parse();
  const folder = mkdtempSync(join(tmpdir(), 'refresh-crashes-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const nats = await startNats({ storeDir: join(folder, 'nats') });
  const installation = await refreshInstallation(postgres.url, nats.url);
  try {
    const { tallies, violations } = await refreshCrashes({ ...installation, ...command.opts<Options>() });
    console.table(tallies);
    for (const violation of violations) console.log(`VIOLATION ${violation}`);
    console.log(`${violations.length} violations`);
    process.exitCode = violations.length > 0 ? 1 : 0;
  } finally {
    await installation.stop();
    await nats.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
