import type { Command } from 'commander';
import { clusterCampaign } from './cluster/cluster-campaign';
import { kindAmong, siteKinds, troublePlan, type Kind } from './cluster/trouble-plan';
import { sayReport } from './cluster/say-report';
import { troubleOptions, type TroubleOptions } from './cluster/trouble-options';
import { isInPrivateNetwork, requireSites, runInPrivateNetwork } from './sites/private-network';
import { startSites } from './sites/start-sites';
import { presentRelease } from './upgrade/release';

interface Options extends TroubleOptions {
  readonly pooler: boolean;
}

const ofHosts: readonly Kind[] = ['kill', 'pause', 'nats-node', 'nats-away', 'event-store', 'restart-all'];
const all = [...siteKinds, ...ofHosts];

export const options = (command: Command): Command =>
  troubleOptions(command, all, 3).option('--no-pooler', 'hosts reach PostgreSQL without PgBouncer');

/** Each seed runs in a network of its own, by another process. */
export async function run({ seeds, troubles, seed: first, rate, only, pooler }: Options): Promise<boolean> {
  const log = (line: string) => console.log(line);
  const of = only?.split(',').map((name) => kindAmong(all, name)) ?? all;
  if (!isInPrivateNetwork()) {
    await requireSites(log);
    let broken = 0;
    for (let seed = first; seed < first + seeds; seed += 1)
      if (!(await runInPrivateNetwork(['--seed', String(seed), '--seeds', '1']))) broken += 1;
    log(`${broken} seeds with violations`);
    return broken === 0;
  }
  const plan = troublePlan(first, { troubles, forMs: [6_000, 12_000], of });
  const sites = await startSites({ release: presentRelease, hasPoolers: pooler });
  const report = await clusterCampaign(sites, plan, { seed: first, restMs: 4_000, warmMs: 30_000, perSecond: rate, log });
  sayReport(first, report);
  return report.violations.length === 0;
}
