import type { Command } from 'commander';
import { webhooksCampaign } from './webhooks/webhooks-campaign';
import { wholeNumber } from './whole-number';

interface Options {
  readonly events: number;
  readonly kills: number;
  readonly workspaces: number;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--events <n>', 'about how many events, three for each pin', wholeNumber, 100_000)
    .option('--kills <n>', 'how many kills of workers, orchestrator, NATS and PostgreSQL, in turn', wholeNumber, 60)
    .option('--workspaces <n>', 'projects with a webhook each', wholeNumber, 20)
    .option('--seed <n>', 'chooses when it kills and what the sink refuses; random when absent', wholeNumber);

export async function run({ events, kills, workspaces, seed = Math.floor(Math.random() * 1_000_000) }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const report = await webhooksCampaign({ events, kills, workspaces, seed, log: (line) => console.log(line) });
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  const { calls, refused, lost, duplicates, killsOf, tookMs } = report;
  const share = `${((duplicates / report.events) * 100).toFixed(2)} %`;
  console.table([
    { seed, events: report.events, calls, refused, lost, duplicates, share, ...killsOf, 'took s': Math.round(tookMs / 1_000) },
  ]);
  return report.violations.length === 0;
}
