import { Command } from 'commander';
import { readYourWritesCampaign } from './read-your-writes-campaign';
import { wholeNumber } from '../whole-number';

async function main(): Promise<void> {
  const command = new Command('campaign:read-your-writes')
    .description('Writes on one of two API processes, reads on the other at once, and counts answers that do not show the write.')
    .option('--writes <n>', 'how many', wholeNumber, 10_000)
    .option('--lanes <n>', 'at once', wholeNumber, 8)
    .parse();
  const sights = await readYourWritesCampaign(command.opts<{ writes: number; lanes: number }>());
  console.table(sights);
  const counts = Object.values(sights);
  const stale = counts.reduce((sum, { stale: count = 0 }) => sum + count, 0);
  const shown = counts.reduce((sum, { shown: count = 0 }) => sum + count, 0);
  console.log(`shown ${shown}, stale ${stale}`);
  process.exitCode = stale > 0 || shown === 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
