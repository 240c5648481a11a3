import { Command } from 'commander';
import { wholeNumber } from '../campaigns/whole-number';
import { bucketTrace, type BucketUse } from './bucket-trace';

async function main(): Promise<void> {
  const command = new Command('campaign:buckets')
    .description(
      'Publishes as fast as the buckets allow with two workers, one frozen for a while, and counts the calls at the platform’s door.',
    )
    .option('--seconds <n>', 'how long', wholeNumber, 600)
    .parse();
  const { seconds } = command.opts<{ seconds: number }>();
  const { stalledForMs, uses } = await bucketTrace(seconds, (line) => console.log(line));
  console.log(`\n${seconds} s, one of two workers frozen for ${stalledForMs / 1_000} s`);
  console.table(uses.map(tableRow));
  process.exitCode = uses.some(({ overIssue }) => overIssue > 0) || efficiencyOf(uses[0]) < 0.99 ? 1 : 0;
}

const efficiencyOf = (use: BucketUse | undefined): number => (use ? use.calls / Math.floor(use.allowed) : 0);

const tableRow = (use: BucketUse) => ({
  bucket: use.bucket,
  calls: use.calls,
  allowed: use.allowed.toFixed(1),
  efficiency: `${(100 * efficiencyOf(use)).toFixed(2)} %`,
  'over-issue': use.overIssue.toFixed(3),
});

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
