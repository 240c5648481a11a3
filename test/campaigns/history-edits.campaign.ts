import type { Command } from 'commander';
import { historyEditsCampaign } from './history-edits/history-edits-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command.option('--edits <n>', 'how many', wholeNumber, 10_000).option('--seed <n>', 'chooses every edit', wholeNumber, 1);

export async function run(wanted: { readonly edits: number; readonly seed: number }): Promise<boolean> {
  const { byName, findings } = await historyEditsCampaign(wanted);
  console.log(
    `seed ${wanted.seed}: ${Object.entries(byName)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(findings.length === 0 ? 'EVERY EDIT FOUND' : 'BROKEN');
  return findings.length === 0;
}
