import { Command } from 'commander';
import { crashCampaign } from './crash-campaign';
import { crashTable } from './crash-table';
import { wholeNumber } from './whole-number';

async function main(): Promise<void> {
  const command = new Command('campaign:crash')
    .description('Kills everything again and again while pins are created, then checks that none was lost or published twice.')
    .option('--kills <n>', 'how often everything is killed', wholeNumber, 20)
    .option('--pins <n>', 'how many pins are created', wholeNumber, 200)
    .option('--seed <n>', 'chooses the moments; random when absent', wholeNumber)
    .parse();
  const { kills, pins, seed = Math.floor(Math.random() * 1_000_000) } = command.opts<{ kills: number; pins: number; seed?: number }>();
  console.log(`seed ${seed}`);
  const report = await crashCampaign({ kills, pins, seed, keepOnViolation: true, log: (line) => console.log(line) });
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  console.log(`\nseed ${seed}\n${crashTable(report)}`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
