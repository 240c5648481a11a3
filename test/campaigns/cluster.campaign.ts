import type { Command } from 'commander';
import { clusterCampaign, type ClusterReport } from './cluster/cluster-campaign';
import { clusterPlants, plantRelease } from './cluster/plant-release';
import { kinds, type Kind } from './cluster/trouble-plan';
import { presentRelease } from './upgrade/release';
import { wholeNumber } from './whole-number';
import { withParts } from './with-parts';

interface Options {
  readonly seeds: number;
  readonly troubles: number;
  readonly seed: number;
  readonly rate: number;
  readonly only?: string;
  readonly plant?: string;
}

export const options = (command: Command): Command =>
  command
    .option('--seeds <n>', 'how many seeds, each with an installation of its own', wholeNumber, 1)
    .option('--troubles <n>', 'how many troubles for each seed', wholeNumber, kinds.length)
    .option('--seed <n>', 'the first seed', wholeNumber, 1)
    .option('--rate <n>', 'pins created per second', wholeNumber, 10)
    .option('--only <kinds>', `which troubles, with commas between: ${kinds.join(', ')}`)
    .option(
      '--plant <name>',
      `takes something out of a copy of the service, which a seed has to find: ${Object.keys(clusterPlants).join(', ')}`,
    );

/** With a plant it holds when one of the seeds finds it. */
export async function run({ seeds, troubles, seed: first, rate, only, plant }: Options): Promise<boolean> {
  const planted = plant === undefined ? undefined : clusterPlants[plant];
  if (plant !== undefined && !planted) throw new Error(`there is no plant ${plant}`);
  const of = only?.split(',').map((name) => kindOf(name));
  const release = planted ? await plantRelease(planted) : presentRelease;
  try {
    return await withParts(async () => {
      let broken = 0;
      for (let seed = first; seed < first + seeds; seed += 1) {
        const options = { copies: 2, seed, troubles, forMs: [6_000, 12_000], restMs: 4_000, warmMs: 30_000, perSecond: rate } as const;
        const report = await clusterCampaign({
          ...options,
          ...(of && { of }),
          ...(planted && { compared: [] }),
          release,
          log: (line) => console.log(line),
        });
        say(seed, report);
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

function say(seed: number, { violations, notServed, ends, unled, refusedTwice, ...figures }: ClusterReport): void {
  console.log(`\nseed ${seed}: ${JSON.stringify(figures)}`);
  console.table(notServed);
  console.table(refusedTwice);
  console.log(`longest time of a duty without a holder, ms: ${JSON.stringify(unled)}`);
  for (const end of ends) console.log(end);
  for (const [violation, times] of counted(violations))
    console.log(`VIOLATION ${violation}${times > 1 ? `, and ${times - 1} like it` : ''}`);
  console.log(`${violations.length} violations`);
}

/** Of those that differ only in ids and moments the first, shortened, and how many there are. */
function counted(violations: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { readonly first: string; times: number }>();
  for (const violation of violations) {
    const kind = violation.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '…');
    const known = counts.get(kind);
    if (known) known.times += 1;
    else counts.set(kind, { first: violation.slice(0, 400), times: 1 });
  }
  return new Map([...counts.values()].map(({ first, times }) => [first, times]));
}

function kindOf(name: string): Kind {
  const kind = kinds.find((each) => each === name);
  if (!kind) throw new Error(`there is no trouble ${name}`);
  return kind;
}
