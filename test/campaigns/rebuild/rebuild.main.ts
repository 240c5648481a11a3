import { Command } from 'commander';
import { rebuildCampaign } from './rebuild-campaign';
import { wholeNumber } from '../whole-number';

async function main(): Promise<void> {
  const command = new Command('campaign:rebuild')
    .description(
      'Creates and reads pins at a steady rate while a projection is rebuilt again and again; counts failed reads, compares p99 of writes.',
    )
    .option('--rate <n>', 'pins created per second, and as many reads', wholeNumber, 200)
    .option('--seconds <n>', 'length of each phase', wholeNumber, 60)
    .option('--projection <name>', 'which', 'pins')
    .parse();
  const options = command.opts<{ rate: number; seconds: number; projection: string }>();
  const { before, during, rebuilds } = await rebuildCampaign({ ...options, log: (line) => console.log(line) });
  console.table([before, during].map((phase) => ({ ...phase, writeP50: phase.writeP50.toFixed(1), writeP99: phase.writeP99.toFixed(1) })));
  console.log(`${rebuilds.length} rebuilds, ${rebuilds.map((seconds) => seconds.toFixed(1)).join(', ')} s`);
  const change = 100 * (during.writeP99 / before.writeP99 - 1);
  console.log(`write p99 while rebuilding, against before: ${change < 0 ? '' : '+'}${change.toFixed(0)} %`);
  process.exitCode = during.failedReads + during.failedWrites > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
