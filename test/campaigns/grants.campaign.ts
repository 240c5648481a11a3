import type { Command } from 'commander';
import { grantsCampaign, type GrantsOutcome } from './grants/grants-campaign';
import { wholeNumber } from './whole-number';
import { withParts } from './with-parts';

interface Asked {
  readonly grants: number;
  readonly refreshes: number;
  readonly kills: number;
  readonly processes: readonly string[];
  readonly seed: number;
}

export const options = (command: Command): Command =>
  command
    .option('--grants <n>', 'grants, half of each official client', wholeNumber, 1_000)
    .option('--refreshes <n>', 'hours of silence, each followed by calls at once', wholeNumber, 100)
    .option('--kills <n>', 'kills of an API process while programs refresh', wholeNumber, 40)
    .option('--processes <n...>', 'API processes, one run for each number', ['1', '3'])
    .option('--seed <n>', 'repeats which answers are lost', wholeNumber, 1);

/** So many are enough for rules of others to sign somebody out. */
const plantedSize = { grants: 12, refreshes: 10 };

export async function run({ processes, ...asked }: Asked): Promise<boolean> {
  // The clients say there what they go on from.
  console.warn = () => undefined;
  return withParts(async () => {
    const outcomes: GrantsOutcome[] = [];
    for (const count of processes) {
      const tell = (outcome: GrantsOutcome) => console.log(JSON.stringify(outcome));
      outcomes.push(...(await grantsCampaign({ ...asked, processes: wholeNumber(count), tell })));
    }
    console.table(outcomes);
    const without: Record<string, number> = {};
    for (const planted of ['no settled minute', 'no second answer'] as const) {
      const walked = await grantsCampaign({ ...plantedSize, seed: asked.seed, planted });
      without[planted] = walked.reduce((sum, { signedOut }) => sum + signedOut, 0);
    }
    console.log(`signed out of ${plantedSize.grants} where the rule is planted:`);
    console.table(without);
    const isKept = outcomes.every((outcome) => outcome.signedOut + outcome.replaysAccepted + outcome.worksAfterRevocation === 0);
    return isKept && Object.values(without).every((signedOut) => signedOut > 0);
  });
}
