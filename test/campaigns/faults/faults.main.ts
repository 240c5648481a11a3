import { Command } from 'commander';
import { faultCampaign, type FaultReport } from './fault-campaign';
import { faultTable } from './fault-table';
import { faultNamed, faults } from './faults';
import { wholeNumber } from '../whole-number';

interface Options {
  readonly seconds: number;
  readonly rate: number;
  readonly faults: readonly string[];
}

async function main(): Promise<void> {
  const command = new Command('campaign:faults')
    .description('Lets parts fail one after the other while pins are created; each fault has an installation of its own.')
    .option('--seconds <n>', 'how long a part is away', wholeNumber, 60)
    .option('--rate <n>', 'creations a second', wholeNumber, 10)
    .option(
      '--faults <names...>',
      'which of them',
      faults.map(({ name }) => name),
    )
    .parse();
  const { seconds, rate, faults: names } = command.opts<Options>();
  const reports: FaultReport[] = [];
  for (const fault of names.map(faultNamed)) {
    const report = await faultCampaign(fault, { seconds, perSecond: rate, log: (line) => console.log(line) });
    for (const line of report.ends) console.log(`  ${line}`);
    for (const violation of report.violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
    reports.push(report);
    console.log(`${faultTable([report])}\n`);
  }
  console.log(faultTable(reports));
  process.exitCode = reports.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
