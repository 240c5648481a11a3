import type { Command } from 'commander';
import { forgettingCampaign } from './forgetting/forgetting-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly kills: number;
  readonly pins: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--kills <n>', 'processes killed at random moments, one for each workspace that is forgotten', wholeNumber, 50)
    .option('--pins <n>', 'that wait in each workspace when it is forgotten', wholeNumber, 20)
    .option('--seed <n>', 'chooses moments and victims; random when absent', wholeNumber);

export async function run({ seed = Math.floor(Math.random() * 1_000_000), ...counts }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const { violations, ...figures } = await forgettingCampaign({ ...counts, seed, log: (line) => console.log(line) });
  console.table([figures]);
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}
