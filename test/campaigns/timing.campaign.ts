import type { Command } from 'commander';
import { timingCampaign, type TimingResult } from './timing/timing-campaign';
import { wholeNumber } from './whole-number';

const most = 0.05;

export const options = (command: Command): Command =>
  command.option('--calls <n>', 'calls per route and kind of address', wholeNumber, 1_000);

export async function run(asked: { readonly calls: number }): Promise<boolean> {
  const results = await timingCampaign(asked);
  console.table(results.map(tableRow));
  return results.every(({ difference }) => difference <= most);
}

const tableRow = ({ what, known, unknown, difference }: TimingResult) => ({
  route: what,
  'known, median ms': known.toFixed(2),
  'unknown, median ms': unknown.toFixed(2),
  difference: `${(100 * difference).toFixed(1)} %`,
});
