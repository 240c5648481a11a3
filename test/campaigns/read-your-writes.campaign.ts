import type { Command } from 'commander';
import { percentile } from '../../bench/open-load';
import { readYourWritesCampaign } from './read-your-writes/read-your-writes-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--writes <n>', 'how many', wholeNumber, 10_000)
    .option('--writers <n>', 'at once', wholeNumber, 8)
    .option('--busy <n>', 'busy loops beside the service', wholeNumber, 0);

export async function run(asked: { readonly writes: number; readonly writers: number; readonly busy: number }): Promise<boolean> {
  const { counts: ofKinds, readMs } = await readYourWritesCampaign(asked);
  console.table(ofKinds);
  const counts = Object.values(ofKinds);
  const stale = counts.reduce((sum, { stale: count = 0 }) => sum + count, 0);
  const shown = counts.reduce((sum, { shown: count = 0 }) => sum + count, 0);
  const refused = counts.flatMap(Object.entries).reduce((sum, [sight, count]) => (sight.startsWith('refused') ? sum + count : sum), 0);
  const p99 = percentile(readMs, 99);
  console.log(
    `shown ${shown}, stale ${stale}, refused ${refused}; reads took ${percentile(readMs, 50).toFixed(0)} ms at the median, ${p99.toFixed(0)} ms at p99`,
  );
  return stale === 0 && shown > 0;
}
