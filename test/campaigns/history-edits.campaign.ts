import type { Command } from 'commander';
import { startWorkerVerifier } from '../console/worker-verifier';
import type { VerifierProcess } from './history-edits/verifier-process';
import { historyEditsCampaign } from './history-edits/history-edits-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command
    .option('--edits <n>', 'how many', wholeNumber, 10_000)
    .option('--seed <n>', 'chooses every edit', wholeNumber, 1)
    .option('--console', 'each also as a file in the worker of the console, in Chromium', false);

export async function run(wanted: { readonly edits: number; readonly seed: number; readonly console: boolean }): Promise<boolean> {
  const others = wanted.console ? [await consoleVerifier()] : [];
  const { byName, findings } = await historyEditsCampaign({ ...wanted, others });
  console.log(
    `seed ${wanted.seed}: ${Object.entries(byName)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(findings.length === 0 ? 'EVERY EDIT FOUND' : 'BROKEN');
  return findings.length === 0;
}

/** The worker of the console, given each history as a file. */
async function consoleVerifier(): Promise<VerifierProcess> {
  const worker = await startWorkerVerifier();
  return {
    async verify({ lines, ...known }) {
      return (await worker.ask({ kind: 'export', ...known }, lines.join('\n'))).verdict;
    },
    stop: () => void worker.stop(),
  };
}
