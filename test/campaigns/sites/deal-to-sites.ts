import { setTimeout as delay } from 'node:timers/promises';
import type { NatsNode } from '../../setup/start-nats-cluster';
import { dealToHosts, hit, type TroubledHosts } from '../cluster/deal-to-hosts';
import { siteKinds, siteTroubles, type Trouble } from '../cluster/trouble-plan';
import type { TroubledInstallation } from '../cluster/troubled-installation';
import type { Pooler } from '../database-outage/start-pooler';
import type { HostPlace } from '../installation/host-places';
import type { Workspace } from '../traffic/workspace';
import type { Release } from '../upgrade/release';
import { databaseBackend, serverNameOf } from './proxy-configurations';
import { portsOf, type SiteNetwork, type SiteState } from './site-network';
import type { SitesDatabase } from './sites-database';
import { startCutOffClient } from './start-cut-off-client';
import type { Haproxy } from './start-haproxy';

/** Everything that runs at one. */
export interface Site {
  readonly number: number;
  readonly databaseProxy: Haproxy;
  readonly pooler: Pooler;
  readonly nats: NatsNode;
  readonly places: readonly HostPlace[];
}

export interface TroubledSites extends TroubledHosts {
  readonly network: SiteNetwork;
  readonly sites: readonly Site[];
  readonly database: SitesDatabase;
  readonly workspace: Workspace;
  readonly release: Release;
}

type Dealing = Required<Pick<TroubledInstallation, 'deal' | 'hitClients'>>;

/** How long a primary that is not seen keeps its office: somebody outside promotes another one then. */
const promotedAfterMs = 3_000;

export function dealToSites(all: TroubledSites): Dealing {
  const { network, sites, database, workspace, release } = all;
  const asked: { creations: ReturnType<Dealing['hitClients']>['creations'][number][]; faults: string[] } = { creations: [], faults: [] };

  const deal = async (trouble: Trouble): Promise<string> => {
    const what = siteTroubleOf(trouble);
    if (!what) return dealToHosts(all, trouble, release);
    const isMain = trouble.kind.startsWith('main-');
    const primary = database.primarySite();
    const site = hit(
      sites.filter(({ number }) => (number === primary) === isMain),
      trouble,
    );
    const end = await begin(site, what);
    const client = what === 'apart' ? startCutOffClient(workspace, portsOf(site.number).api, `cut-off-${asked.creations.length}`) : null;
    if (isMain && what !== 'lossy') {
      await delay(Math.min(promotedAfterMs, trouble.forMs));
      await database.promoteOtherThan(site.number);
      await leadToPrimary(sites.filter((each) => each !== site));
      await delay(Math.max(0, trouble.forMs - promotedAfterMs));
    } else await delay(trouble.forMs);
    await end();
    const answers = await client?.stop();
    asked.creations.push(...(answers?.creations ?? []));
    asked.faults.push(...(answers?.faults ?? []));
    return `site ${site.number}${isMain ? ', which had the primary' : ''}`;
  };

  /** Gives what ends it. */
  const begin = async (site: Site, what: (typeof siteTroubles)[number]): Promise<() => Promise<void>> => {
    if (what === 'killed') {
      await killAll(site);
      return () => startAll(site);
    }
    if (what === 'frozen') {
      signalAll(site, 'SIGSTOP');
      return () => rejoin(site, async () => signalAll(site, 'SIGCONT'));
    }
    network.become(site.number, what satisfies SiteState);
    return () => rejoin(site, async () => network.become(site.number, 'through'));
  };

  const killAll = async ({ number, places, nats, pooler, databaseProxy }: Site) => {
    await Promise.all([
      ...places.map((place) => place.halt()),
      ...[nats.kill(), pooler.kill(), databaseProxy.kill(), database.kill(number)],
    ]);
  };
  const startAll = async ({ number, places, nats, pooler, databaseProxy }: Site) => {
    await Promise.all([nats.start(), database.start(number)]);
    await databaseProxy.startAgain();
    await pooler.startAgain();
    await Promise.all(places.map((place) => place.start(release)));
  };
  const signalAll = ({ number, places, nats, pooler, databaseProxy }: Site, signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const each of [...places, nats]) each.signal(signal);
    for (const pid of [pooler.pid, databaseProxy.pid, ...database.pidsAt(number)]) if (pid) process.kill(pid, signal);
  };
  /** Its server follows the primary again, and the site is told which one that is. */
  const rejoin = async (site: Site, back: () => Promise<void>) => {
    await back();
    await leadToPrimary([site]);
    await database.start(site.number);
  };
  const leadToPrimary = (told: readonly Site[]) =>
    Promise.all(
      told.map(async ({ databaseProxy }) => {
        for (const { number } of sites) {
          const server = `${databaseBackend}/${serverNameOf(number)}`;
          const isPrimary = number === database.primarySite();
          await databaseProxy.command(`set server ${server} state ${isPrimary ? 'ready' : 'maint'}`);
          if (!isPrimary) await databaseProxy.command(`shutdown sessions server ${server}`);
        }
      }),
    );
  return { deal, hitClients: () => asked };
}

const siteTroubleOf = ({ kind }: Trouble): (typeof siteTroubles)[number] | undefined =>
  siteKinds.some((each) => each === kind) ? siteTroubles.find((trouble) => kind.endsWith(`-${trouble}`)) : undefined;
