import type { Command } from 'commander';
import { crashCampaign } from './crash/crash-campaign';
import { crashTable } from './crash/crash-table';
import { wholeNumber } from './whole-number';

interface Options {
  readonly kills: number;
  readonly freezes?: number;
  readonly pins: number;
  readonly seed?: number;
}

const freezesPerKill = 1 / 5;

export const options = (command: Command): Command =>
  command
    .option('--kills <n>', 'how many kills', wholeNumber, 200)
    .option('--freezes <n>', 'how many freezes of 1 to 20 s; absent: one for five kills', wholeNumber)
    .option('--pins <n>', 'how many pins are created', wholeNumber, 10_000)
    .option('--seed <n>', 'chooses whom it hits, when, and which calls the platform treats badly; random when absent', wholeNumber);

export async function run({ kills, freezes, pins, seed = Math.floor(Math.random() * 1_000_000) }: Options): Promise<boolean> {
  console.log(`seed ${seed}`);
  const report = await crashCampaign({
    kills,
    freezes: freezes ?? Math.round(kills * freezesPerKill),
    pins,
    seed,
    fleet: { workspaces: 4, accountsOfEach: 2, boardsOfEach: 4 },
    gapMs: [500, 5_000],
    frozenMs: [1_000, 20_000],
    keepOnViolation: true,
    log: (line) => console.log(line),
  });
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  console.log(`\nseed ${seed}\n${crashTable(report)}`);
  return report.violations.length === 0;
}
