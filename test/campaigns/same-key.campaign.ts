import type { Command } from 'commander';
import { sameKeyCampaign, type SameKeyRound } from './same-key/same-key-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--creations <n>', 'creations at once', wholeNumber, 100)
    .option('--rounds <n>', 'rounds on one API and on two', wholeNumber, 3);

export async function run(asked: { readonly creations: number; readonly rounds: number }): Promise<boolean> {
  const rounds = await sameKeyCampaign(asked);
  console.table(rounds.map(tableRow));
  const violations = rounds.flatMap((round) => round.violations);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}

const tableRow = ({ violations, ...counts }: SameKeyRound) => ({ ...counts, violations: violations.length });
