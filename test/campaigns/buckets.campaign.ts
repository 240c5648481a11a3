import type { Command } from 'commander';
import { wholeNumber } from './whole-number';
import { bucketTrace, type BucketUse } from '../pacing/bucket-trace';

export const options = (command: Command): Command => command.option('--seconds <n>', 'how long', wholeNumber, 600);

export async function run({ seconds }: { readonly seconds: number }): Promise<boolean> {
  const { stalledForMs, uses } = await bucketTrace(seconds, (line) => console.log(line));
  console.log(`\n${seconds} s, one of two workers frozen for ${stalledForMs / 1_000} s`);
  console.table(uses.map(tableRow));
  return uses.every(({ overIssue }) => overIssue <= 0) && efficiencyOf(uses[0]) >= 0.99;
}

const efficiencyOf = (use: BucketUse | undefined): number => (use ? use.calls / Math.floor(use.allowed) : 0);

const tableRow = (use: BucketUse) => ({
  bucket: use.bucket,
  calls: use.calls,
  allowed: use.allowed.toFixed(1),
  efficiency: `${(100 * efficiencyOf(use)).toFixed(2)} %`,
  'over-issue': use.overIssue.toFixed(3),
});
