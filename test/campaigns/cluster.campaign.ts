import type { Command } from 'commander';
import { clusterCampaign } from './cluster/cluster-campaign';
import { startCluster } from './cluster/start-cluster';
import { clusterPlants, plantRelease } from './cluster/plant-release';
import { sayReport } from './cluster/say-report';
import { troubleOptions, type TroubleOptions } from './cluster/trouble-options';
import { endsStandby, kindAmong, kinds, troublePlan } from './cluster/trouble-plan';
import { presentRelease } from './upgrade/release';
import { withParts } from './with-parts';

interface Options extends TroubleOptions {
  readonly plant?: string;
}

export const options = (command: Command): Command =>
  troubleOptions(command, kinds, 10).option(
    '--plant <name>',
    `takes something out of a copy of the service, which a seed has to find: ${Object.keys(clusterPlants).join(', ')}`,
  );

/** With a plant it holds when one of the seeds finds it. */
export async function run({ seeds, troubles, seed: first, rate, only, plant }: Options): Promise<boolean> {
  const planted = plant === undefined ? undefined : clusterPlants[plant];
  if (plant !== undefined && !planted) throw new Error(`there is no plant ${plant}`);
  const of = only?.split(',').map((name) => kindAmong(kinds, name));
  const release = planted ? await plantRelease(planted) : presentRelease;
  try {
    return await withParts(async () => {
      let broken = 0;
      for (let seed = first; seed < first + seeds; seed += 1) {
        const plan = troublePlan(seed, { troubles, forMs: [6_000, 12_000], ...(of && { of }) });
        const has = { hasStandby: plan.some(endsStandby), hasClocks: plan.some(({ kind }) => kind === 'clock') };
        const cluster = await startCluster({ copies: 2, release, ...has });
        const report = await clusterCampaign(cluster, plan, {
          ...{ seed, restMs: 4_000, warmMs: 30_000, perSecond: rate },
          ...(planted && { compared: [] }),
          log: (line) => console.log(line),
        });
        sayReport(seed, report);
        if (report.violations.length > 0) broken += 1;
        if (planted && broken > 0) break;
      }
      console.log(`${broken} seeds with violations`);
      return planted ? broken > 0 : broken === 0;
    });
  } finally {
    release.remove();
  }
}
