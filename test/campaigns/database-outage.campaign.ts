import type { Command } from 'commander';
import { outageCampaign, type OutageReport } from './database-outage/outage-campaign';
import { outageTable } from './database-outage/outage-table';
import { findPgBouncer } from './database-outage/start-pooler';
import { outageKinds, type OutageKind } from './database-outage/ways-to-database';
import { wholeNumber } from './whole-number';

interface Options {
  readonly outages: number;
  readonly seed: number;
  readonly rate: number;
  readonly longest: number;
  readonly kinds: readonly string[];
}

export const options = (command: Command): Command =>
  command
    .option('--outages <n>', 'how many of each kind', wholeNumber, 30)
    .option('--seed <n>', 'how long they are', wholeNumber, 1)
    .option('--rate <n>', 'creations a second', wholeNumber, 2)
    .option('--longest <ms>', 'the longest one in milliseconds; the shortest lasts 200', wholeNumber, 20_000)
    .option('--kinds <names...>', 'which of them', outageKinds as string[]);

export async function run({ outages, seed, rate, longest, kinds }: Options): Promise<boolean> {
  const log = (line: string) => console.log(line);
  const reports: OutageReport[] = [];
  for (const kind of outageKinds.filter((each) => kinds.includes(each))) {
    if (await isLeftOut(kind)) continue;
    const report = await outageCampaign(kind, { outages, seed, perSecond: rate, shortestMs: 200, longestMs: longest, log });
    for (const violation of report.violations.slice(0, 20)) log(`VIOLATION ${violation}`);
    reports.push(report);
    log(`${outageTable([report])}\n`);
  }
  log(outageTable(reports));
  return reports.length > 0 && reports.every(({ violations }) => violations.length === 0);
}

async function isLeftOut(kind: OutageKind): Promise<boolean> {
  if (kind !== 'pooler-killed') return false;
  return findPgBouncer(console.log).then(
    () => false,
    (error: unknown) => {
      console.log(`LEFT OUT ${kind}: ${(error as Error).message}`);
      return true;
    },
  );
}
