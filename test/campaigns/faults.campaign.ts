import type { Command } from 'commander';
import { faultCampaign, type FaultReport } from './faults/fault-campaign';
import { faultTable } from './faults/fault-table';
import { faultNamed, faults } from './faults/faults';
import { wholeNumber } from './whole-number';

interface Options {
  readonly seconds: number;
  readonly rate: number;
  readonly faults: readonly string[];
}

export const options = (command: Command): Command =>
  command
    .option('--seconds <n>', 'how long a part is unavailable', wholeNumber, 60)
    .option('--rate <n>', 'creations a second', wholeNumber, 10)
    .option(
      '--faults <names...>',
      'which of them',
      faults.map(({ name }) => name),
    );

export async function run({ seconds, rate, faults: names }: Options): Promise<boolean> {
  const reports: FaultReport[] = [];
  for (const fault of names.map(faultNamed)) {
    const report = await faultCampaign(fault, { seconds, perSecond: rate, log: (line) => console.log(line) });
    for (const line of report.ends) console.log(`  ${line}`);
    for (const violation of report.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
    reports.push(report);
    console.log(`${faultTable([report])}\n`);
  }
  console.log(faultTable(reports));
  return reports.every(({ violations }) => violations.length === 0);
}
