import { Command } from 'commander';
import { takeOvers } from './take-over';
import { wholeNumber } from '../whole-number';

const allowedMs = 5_000;

async function main(): Promise<void> {
  const command = new Command('campaign:take-over')
    .description('Ends the leading orchestrator and projector again and again: killed, frozen, asked to; measures until the standbys lead.')
    .option('--runs <n>', 'how often', wholeNumber, 10)
    .parse();
  const results = await takeOvers(command.opts<{ runs: number }>().runs, (line) => console.log(line));
  const ms = results.map((result) => result.ms).sort((a, b) => a - b);
  const late = ms.filter((each) => each > allowedMs).length;
  console.log(
    `\nruns ${ms.length}, median ${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} ms, longest ${Math.round(ms.at(-1) ?? 0)} ms, above ${allowedMs} ms: ${late}`,
  );
  process.exitCode = late > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
