import type { Command } from 'commander';
import { connectorFloodsCampaign } from './connector-floods/connector-floods-campaign';
import { wholeNumber } from './whole-number';
import { withParts } from './with-parts';

export const options = (command: Command): Command =>
  command
    .option('--messages <n>', 'messages of the protocol with something wrong about each', wholeNumber, 100_000)
    .option('--registrations <n>', 'programs that register', wholeNumber, 100_000)
    .option('--seed <n>', 'chooses what is wrong', wholeNumber, 1);

/** At most so many programs that nobody agreed to, with some that register at the same moment; and so much more memory than after a tenth. */
const [mostRows, mostMib] = [10_100, 150];

export async function run(asked: { readonly messages: number; readonly registrations: number; readonly seed: number }): Promise<boolean> {
  const { faults, ...report } = await withParts(() => connectorFloodsCampaign(asked));
  console.log(report);
  for (const fault of faults.slice(0, 20)) console.log(`FAULT ${fault}`);
  const grown = [report.messagesMib, report.registrationsMib].map(([before, after]) => after - before);
  const isBounded = report.mostRows <= mostRows && report.isUsedOneLeft && grown.every((mib) => mib <= mostMib);
  return faults.length === 0 && isBounded && Object.keys(report.registered).every((status) => status === '201');
}
