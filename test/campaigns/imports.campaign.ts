import type { Command } from 'commander';
import { fuzzFiles } from './imports/fuzz-files';
import { killedImportsCampaign } from './imports/killed-imports-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly kills: number;
  readonly rows: number;
  readonly files: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--kills <n>', 'kills while a file is imported', wholeNumber, 20)
    .option('--rows <n>', 'rows of the file', wholeNumber, 500)
    .option('--files <n>', 'files made by chance that are read', wholeNumber, 100_000)
    .option('--seed <n>', 'chooses whom it hits, when, and what the files hold; random when absent', wholeNumber);

export async function run({ kills, rows, files, seed = Math.floor(Math.random() * 1_000_000) }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const violations: string[] = [];
  if (files > 0) {
    const fuzzed = await fuzzFiles(files, seed);
    console.table({
      files: fuzzed.files,
      refused: fuzzed.refused,
      read: fuzzed.read,
      'rows at fault': fuzzed.rowsAtFault,
      'MiB grown': fuzzed.mibGrown,
    });
    violations.push(...fuzzed.violations);
  }
  if (kills > 0) {
    const killed = await killedImportsCampaign({ kills, rows, seed, log: (line) => console.log(line) });
    console.table(killed.report);
    violations.push(...killed.violations);
  }
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}
