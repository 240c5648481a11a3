import type { Command } from 'commander';
import { listenCampaign } from './listen/listen-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly events: number;
  readonly kills: number;
  readonly cuts: number;
  readonly freezes: number;
  readonly frozen: number;
  readonly seed: number;
}

export const options = (command: Command): Command =>
  command
    .option('--events <n>', 'at least so many events, three for each pin', wholeNumber, 10_000)
    .option('--kills <n>', 'SIGKILLs, each followed by a start', wholeNumber, 60)
    .option('--cuts <n>', 'how often all connections to the service are cut', wholeNumber, 200)
    .option('--freezes <n>', 'freezes of up to 15 s', wholeNumber, 20)
    .option('--frozen <s>', 'how long one listener is frozen while the events happen', wholeNumber, 600)
    .option('--seed <n>', 'chooses when, whom and how long', wholeNumber, 44);

export async function run(asked: Options): Promise<boolean> {
  const { listeners, violations, ...report } = await listenCampaign({ ...asked, log: (line) => console.log(line) });
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  console.table(listeners);
  console.log(report);
  return violations.length === 0;
}
