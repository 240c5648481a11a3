import type { Command } from 'commander';
import { readYourWritesCampaign } from './read-your-writes/read-your-writes-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command.option('--writes <n>', 'how many', wholeNumber, 10_000).option('--writers <n>', 'at once', wholeNumber, 8);

export async function run(asked: { readonly writes: number; readonly writers: number }): Promise<boolean> {
  const sights = await readYourWritesCampaign(asked);
  console.table(sights);
  const counts = Object.values(sights);
  const stale = counts.reduce((sum, { stale: count = 0 }) => sum + count, 0);
  const shown = counts.reduce((sum, { shown: count = 0 }) => sum + count, 0);
  console.log(`shown ${shown}, stale ${stale}`);
  return stale === 0 && shown > 0;
}
