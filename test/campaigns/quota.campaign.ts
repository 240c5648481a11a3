import type { Command } from 'commander';
import { quotaCampaign } from './quota/quota-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly operations: number;
  readonly disturbances: number;
  readonly creations: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--operations <n>', 'random operations', wholeNumber, 1_000)
    .option('--disturbances <n>', 'kills and freezes among them', wholeNumber, 20)
    .option('--creations <n>', 'creations at once at the last 10 units', wholeNumber, 500)
    .option('--seed <n>', 'chooses operations and moments; random when absent', wholeNumber);

export async function run({ seed = Math.floor(Math.random() * 1_000_000), ...counts }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const { last, audit, counts: done } = await quotaCampaign({ ...counts, seed, log: (line) => console.log(line) });
  const { violations, ...figures } = audit;
  const isExact = last.created === 10 && last.refused === counts.creations - 10 && last.used === last.limit;
  console.table([last]);
  console.table(done);
  console.table([figures]);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  if (!isExact) console.log('VIOLATION the last units were not given exactly');
  return violations.length === 0 && isExact;
}
