import type { Command } from 'commander';
import { schedulesCampaign } from './schedules/schedules-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly schedules: number;
  readonly kills: number;
  readonly freezes: number;
  readonly seconds: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--schedules <n>', 'how many; half of them at random moments, half in one second', wholeNumber, 5_000)
    .option('--kills <n>', 'processes killed while they fire', wholeNumber, 20)
    .option('--freezes <n>', 'processes frozen while they fire', wholeNumber, 3)
    .option('--seconds <n>', 'over which the random moments are spread', wholeNumber, 120)
    .option('--seed <n>', 'chooses moments and victims; random when absent', wholeNumber);

export async function run({ seed = Math.floor(Math.random() * 1_000_000), ...counts }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const { violations, ...figures } = await schedulesCampaign({ ...counts, seed, log: (line) => console.log(line) });
  console.table([figures]);
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}
