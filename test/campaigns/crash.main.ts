import { Command, InvalidArgumentError } from 'commander';
import { crashCampaign } from './crash-campaign';
import { crashTable } from './crash-table';

async function main(): Promise<void> {
  const command = new Command('campaign:crash')
    .description('Kills everything again and again while pins are created, then checks that none was lost or published twice.')
    .option('--kills <n>', 'how often everything is killed', whole, 20)
    .option('--pins <n>', 'how many pins are created', whole, 200)
    .option('--seed <n>', 'chooses the moments; random when absent', whole)
    .parse();
  const { kills, pins, seed = Math.floor(Math.random() * 1_000_000) } = command.opts<{ kills: number; pins: number; seed?: number }>();
  console.log(`seed ${seed}`);
  const report = await crashCampaign({ kills, pins, seed, keepOnViolation: true, log: (line) => console.log(line) });
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  console.log(`\nseed ${seed}\n${crashTable(report)}`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is needed');
  return Number(text);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
