import { setTimeout as delay } from 'node:timers/promises';
import type { NatsNode } from '../../setup/start-nats-cluster';
import { dealToHosts, hit, type TroubledHosts } from '../cluster/deal-to-hosts';
import { siteKinds, siteTroubles, type Trouble } from '../cluster/trouble-plan';
import type { ClientsHit, TroubledInstallation } from '../cluster/troubled-installation';
import type { Pooler } from '../database-outage/start-pooler';
import type { HostPlace } from '../installation/host-places';
import { send } from '../installation/process-tree';
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

type Dealing = Required<Pick<TroubledInstallation, 'deal' | 'clientsHit'>>;

/** How long nobody sees the primary before another one is promoted, as programs that watch over it are set. */
const promotedAfterMs = 3_000;

/** Deals to sites one trouble after the other. */
export function dealToSites(parts: TroubledSites): Dealing {
  const { network, sites, database, workspace, release } = parts;
  const clientsHit: ClientsHit[] = [];

  const deal = async (trouble: Trouble): Promise<string> => {
    const state = siteTroubleOf(trouble);
    if (!state) return dealToHosts(parts, trouble, release);
    const isOfPrimary = trouble.kind.startsWith('primary-');
    const primary = database.primarySite();
    const site = hit(
      sites.filter(({ number }) => (number === primary) === isOfPrimary),
      trouble,
    );
    const end = await begin(site, state);
    const client = state === 'apart' ? startClientAt(site) : null;
    try {
      if (isOfPrimary && state !== 'lossy') {
        await delay(Math.min(promotedAfterMs, trouble.forMs));
        await database.promoteOtherThan(site.number);
        await leadToPrimary(sites.filter((each) => each !== site));
        await delay(Math.max(0, trouble.forMs - promotedAfterMs));
      } else await delay(trouble.forMs);
    } finally {
      try {
        await end();
      } finally {
        if (client) clientsHit.push(await client.stop());
      }
    }
    return `site ${site.number}`;
  };

  const startClientAt = ({ number }: Site) => {
    const other = sites.find((site) => site.number !== number)?.number ?? number;
    const ports = { apiPort: portsOf(number).api, otherPort: portsOf(other).api };
    return startCutOffClient(workspace, { ...ports, prefix: `cut-off-${clientsHit.length}` });
  };

  /** Gives what ends it. */
  const begin = async (site: Site, state: (typeof siteTroubles)[number]): Promise<() => Promise<void>> => {
    if (state === 'killed') {
      await killAll(site);
      return () => startAll(site);
    }
    if (state === 'frozen') {
      signalAll(site, 'SIGSTOP');
      database.freeze(site.number);
      return () =>
        rejoin(site, async () => {
          database.wake(site.number);
          signalAll(site, 'SIGCONT');
        });
    }
    network.become(site.number, state satisfies SiteState);
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
  const signalAll = ({ places, nats, pooler, databaseProxy }: Site, signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const each of [...places, nats]) each.signal(signal);
    for (const { pid } of [pooler, databaseProxy]) if (pid !== undefined) send(pid, signal);
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
          await databaseProxy.command(`set server ${server} state ${number === database.primarySite() ? 'ready' : 'maint'}`);
        }
      }),
    );
  return { deal, clientsHit: () => clientsHit };
}

const siteTroubleOf = ({ kind }: Trouble): (typeof siteTroubles)[number] | undefined =>
  siteKinds.some((each) => each === kind) ? siteTroubles.find((trouble) => kind.endsWith(`-${trouble}`)) : undefined;
