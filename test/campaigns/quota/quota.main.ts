import { Command } from 'commander';
import { quotaCampaign } from './quota-campaign';
import { wholeNumber } from '../whole-number';

interface Options {
  readonly operations: number;
  readonly disturbances: number;
  readonly creations: number;
  readonly seed?: number;
}

async function main(): Promise<void> {
  const command = new Command('campaign:quota')
    .description('Asks for the last units on two APIs at once, then checks the ledger after random operations with kills and freezes.')
    .option('--operations <n>', 'random operations', wholeNumber, 1_000)
    .option('--disturbances <n>', 'kills and freezes among them', wholeNumber, 20)
    .option('--creations <n>', 'creations at once at the last 10 units', wholeNumber, 500)
    .option('--seed <n>', 'chooses operations and moments; random when absent', wholeNumber)
    .parse();
  const { seed = Math.floor(Math.random() * 1_000_000), ...options } = command.opts<Options>();
  console.log(`seed ${seed}`);
  const { last, audit, counts } = await quotaCampaign({ ...options, seed, log: (line) => console.log(line) });
  const { violations, ...told } = audit;
  const isExact = last.created === 10 && last.refused === options.creations - 10 && last.used === last.limit;
  console.table([last]);
  console.table(counts);
  console.table([told]);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  if (!isExact) console.log('VIOLATION the last units were not given exactly');
  process.exitCode = violations.length > 0 || !isExact ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
