import type { Command } from 'commander';
import { buildRelease, presentRelease, releaseIn, type Release } from './upgrade/release';
import { upgradeCampaign } from './upgrade/upgrade-campaign';
import { wholeNumber } from './whole-number';
import { withParts } from './with-parts';

interface Options {
  readonly previous: string;
  readonly build?: string;
  readonly rate: number;
  readonly rest: number;
  readonly back: boolean;
  readonly seed?: number;
}

export const options = (command: Command): Command =>
  command
    .option('--previous <git ref>', 'the older release: a commit, tag or branch of this repository, which is built', 'HEAD^')
    .option('--build <folder>', 'where an older release lies built, instead of --previous')
    .option('--rate <n>', 'pins created per second', wholeNumber, 20)
    .option('--rest <ms>', 'how long each mixture of releases is left', wholeNumber, 1_000)
    .option('--no-back', 'stays at the present release')
    .option('--seed <n>', 'chooses the order of the hosts; absent: the one that operations recommends', wholeNumber);

export async function run({ previous, build, rate, rest, back, seed }: Options): Promise<boolean> {
  const log = (line: string) => console.log(line);
  const older: Release = build === undefined ? await buildRelease(previous, log) : releaseIn(build);
  try {
    return await withParts(async () => {
      const campaign = { previous: older, present: presentRelease, perSecond: rate, restMs: rest, goesBack: back, log };
      const report = await upgradeCampaign({ ...campaign, ...(seed !== undefined && { seed }) });
      for (const violation of report.violations.slice(0, 200)) log(`VIOLATION ${violation}`);
      const { violations, refusedOnce, ...figures } = report;
      console.table(figures);
      console.table(refusedOnce);
      log(`${violations.length} violations`);
      return violations.length === 0;
    });
  } finally {
    older.remove();
  }
}
