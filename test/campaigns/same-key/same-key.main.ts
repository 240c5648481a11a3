import { Command } from 'commander';
import { sameKeyCampaign, type SameKeyRound } from './same-key-campaign';
import { wholeNumber } from '../whole-number';

async function main(): Promise<void> {
  const command = new Command('campaign:same-key')
    .description('Creates one pin many times at once under one key, on one API process and on two, and counts pins and units.')
    .option('--creations <n>', 'creations at once', wholeNumber, 100)
    .option('--rounds <n>', 'rounds on one API and on two', wholeNumber, 3)
    .parse();
  const rounds = await sameKeyCampaign(command.opts<{ creations: number; rounds: number }>());
  console.table(rounds.map(tableRow));
  const violations = rounds.flatMap((round) => round.violations);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}

const tableRow = ({ violations, ...counts }: SameKeyRound) => ({ ...counts, violations: violations.length });

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
