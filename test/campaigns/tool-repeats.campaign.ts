import type { Command } from 'commander';
import { toolRepeatsCampaign } from './tool-repeats/tool-repeats-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--deeds <n>', 'things that assistants do', wholeNumber, 1_400)
    .option('--disturbances <n>', 'kills and freezes meanwhile', wholeNumber, 40)
    .option('--seed <n>', 'chooses how often each call is made, and the moments', wholeNumber, 1);

export async function run(asked: { readonly deeds: number; readonly disturbances: number; readonly seed: number }): Promise<boolean> {
  const { done, repeats, violations } = await toolRepeatsCampaign({ ...asked, log: (line) => console.log(line) });
  console.table(done);
  console.log(`${repeats} calls were made again`);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  return violations.length === 0;
}
