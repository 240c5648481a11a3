import { Command } from 'commander';
import { timingCampaign, type TimingResult } from './timing-campaign';
import { wholeNumber } from '../whole-number';

const most = 0.05;

async function main(): Promise<void> {
  const command = new Command('campaign:timing')
    .description('Measures whether answers about known and unknown addresses can be told apart by their time.')
    .option('--calls <n>', 'calls per route and kind of address', wholeNumber, 1_000)
    .parse();
  const results = await timingCampaign(command.opts<{ calls: number }>());
  console.table(results.map(tableRow));
  process.exitCode = results.some(({ difference }) => difference > most) ? 1 : 0;
}

const tableRow = ({ what, known, unknown, difference }: TimingResult) => ({
  route: what,
  'known, median ms': known.toFixed(2),
  'unknown, median ms': unknown.toFixed(2),
  difference: `${(100 * difference).toFixed(1)} %`,
});

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
