import type { Command } from 'commander';
import { takeOvers } from './take-over/take-over';
import { wholeNumber } from './whole-number';

const allowedMs = 5_000;

export const options = (command: Command): Command => command.option('--runs <n>', 'how often', wholeNumber, 10);

export async function run({ runs }: { readonly runs: number }): Promise<boolean> {
  const results = await takeOvers(runs, (line) => console.log(line));
  const ms = results.map((result) => result.ms).sort((a, b) => a - b);
  const late = ms.filter((each) => each > allowedMs).length;
  console.log(
    `\nruns ${ms.length}, median ${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} ms, longest ${Math.round(ms.at(-1) ?? 0)} ms, above ${allowedMs} ms: ${late}`,
  );
  return late === 0;
}
