import type { Command } from 'commander';
import { archivesCampaign } from './archives/archives-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly kills: number;
  readonly files: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--kills <n>', 'orchestrators killed, each while it makes an archive', wholeNumber, 20)
    .option('--files <n>', 'images of half a mebibyte in each archive', wholeNumber, 40)
    .option('--seed <n>', 'chooses the moments; random when absent', wholeNumber);

export async function run({ seed = Math.floor(Math.random() * 1_000_000), ...counts }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const { violations, ...figures } = await archivesCampaign({ ...counts, seed, log: (line) => console.log(line) });
  console.table([figures]);
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}
