import type { Command } from 'commander';
import { rebuildCampaign } from './rebuild/rebuild-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--rate <n>', 'pins created per second, and as many reads', wholeNumber, 200)
    .option('--seconds <n>', 'length of each phase', wholeNumber, 60)
    .option('--projection <name>', 'which', 'pins');

export async function run(asked: { readonly rate: number; readonly seconds: number; readonly projection: string }): Promise<boolean> {
  const { before, during, rebuilds } = await rebuildCampaign({ ...asked, log: (line) => console.log(line) });
  console.table([before, during].map((phase) => ({ ...phase, writeP50: phase.writeP50.toFixed(1), writeP99: phase.writeP99.toFixed(1) })));
  console.log(`${rebuilds.length} rebuilds, ${rebuilds.map((seconds) => seconds.toFixed(1)).join(', ')} s`);
  const change = 100 * (during.writeP99 / before.writeP99 - 1);
  console.log(`write p99 while rebuilding, against before: ${change < 0 ? '' : '+'}${change.toFixed(0)} %`);
  return during.failedReads + during.failedWrites === 0;
}
