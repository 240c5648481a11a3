import type { Command } from 'commander';
import { grantsCampaign } from './grants/grants-campaign';
import { wholeNumber } from './whole-number';
import { withParts } from './with-parts';

export const options = (command: Command): Command =>
  command
    .option('--grants <n>', 'grants, half of each official client', wholeNumber, 1_000)
    .option('--refreshes <n>', 'hours of silence, each followed by calls at once', wholeNumber, 100)
    .option('--seed <n>', 'repeats which answers are lost', wholeNumber, 1);

export async function run(asked: { readonly grants: number; readonly refreshes: number; readonly seed: number }): Promise<boolean> {
  // The clients say there what they go on from.
  console.warn = () => undefined;
  const outcomes = await withParts(() => grantsCampaign(asked));
  console.table(outcomes);
  return outcomes.every((outcome) => outcome.signedOut + outcome.replaysAccepted + outcome.worksAfterRevocation === 0);
}
