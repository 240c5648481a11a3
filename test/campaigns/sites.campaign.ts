import type { Command } from 'commander';
import { clusterCampaign } from './cluster/cluster-campaign';
import { siteKinds, troublePlan, type Kind } from './cluster/trouble-plan';
import { sayReport } from './cluster/say-report';
import { isInPrivateNetwork, runInPrivateNetwork } from './sites/private-network';
import { startSites } from './sites/sites-installation';
import { presentRelease } from './upgrade/release';
import { wholeNumber } from './whole-number';

interface Options {
  readonly seeds: number;
  readonly troubles: number;
  readonly seed: number;
  readonly rate: number;
  readonly only?: string;
  readonly pooler: boolean;
}

const ofHosts: readonly Kind[] = ['kill', 'pause', 'nats-node', 'nats-away', 'event-store', 'restart-all'];
const all = [...siteKinds, ...ofHosts];

export const options = (command: Command): Command =>
  command
    .option('--seeds <n>', 'how many seeds, each with an installation of its own', wholeNumber, 1)
    .option('--troubles <n>', 'how many troubles for each seed', wholeNumber, all.length)
    .option('--seed <n>', 'the first seed', wholeNumber, 1)
    .option('--rate <n>', 'pins created per second', wholeNumber, 6)
    .option('--only <kinds>', `which troubles, with commas between: ${all.join(', ')}`)
    .option('--no-pooler', 'hosts reach PostgreSQL without PgBouncer');

export async function run({ seeds, troubles, seed: first, rate, only, pooler }: Options): Promise<boolean> {
  const log = (line: string) => console.log(line);
  const of = only?.split(',').map(kindOf) ?? all;
  if (!isInPrivateNetwork()) return runInPrivateNetwork(log);
  let broken = 0;
  for (let seed = first; seed < first + seeds; seed += 1) {
    const plan = troublePlan(seed, { troubles, forMs: [6_000, 12_000], of });
    const sites = await startSites({ release: presentRelease, hasPoolers: pooler });
    const report = await clusterCampaign(sites, plan, { seed, restMs: 4_000, warmMs: 30_000, perSecond: rate, log });
    sayReport(seed, report);
    if (report.violations.length > 0) broken += 1;
  }
  log(`${broken} seeds with violations`);
  return broken === 0;
}

function kindOf(name: string): Kind {
  const kind = all.find((each) => each === name);
  if (!kind) throw new Error(`there is no trouble ${name}`);
  return kind;
}
