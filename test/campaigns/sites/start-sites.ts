import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@pps/embedded';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { platformSettings } from '../../setup/platform-service';
import { startNatsCluster } from '../../setup/start-nats-cluster';
import { startReceiver } from '../../webhooks/receiver';
import { startClusterEventStore } from '../cluster/cluster-event-store';
import { troubledSettings } from '../cluster/start-cluster';
import { hostsAreUp } from '../cluster/deal-to-hosts';
import type { TroubledInstallation } from '../cluster/troubled-installation';
import { findPgBouncer, startPooler } from '../database-outage/start-pooler';
import { openHostPlaces } from '../installation/host-places';
import { isReady } from '../installation/running-host';
import { stopAll } from '../installation/stop-all';
import { openWorkspace } from '../traffic/workspace';
import type { Release } from '../upgrade/release';
import { dealToSites, type Site } from './deal-to-sites';
import { apiProxyConfiguration, databaseProxyConfiguration } from './proxy-configurations';
import { openSites, portsOf } from './site-network';
import { startSitesDatabase } from './sites-database';
import { startHaproxy } from './start-haproxy';

export interface SitesOptions {
  readonly release: Release;
  /** Whether hosts reach the database through PgBouncer. */
  readonly hasPoolers: boolean;
}

const siteCount = 3;
/** A board waits until an attempt at a site that is lost can act no more (11 s here): so many that not all of them do. */
const boardsOfEach = 12;
const siteOf = (placeName: string): number => Number(/\d+$/.exec(placeName)?.[0]);

/**
 * Three sites, each with one of every host, NATS, PostgreSQL, PgBouncer and haproxy; the APIs behind a haproxy that is outside, as are the platform, the
 * receiver and the event store. Only in a private network.
 */
export async function startSites({ release, hasPoolers }: SitesOptions): Promise<TroubledInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'sites-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = () => stopAll(stops);
  try {
    const network = await openSites(siteCount, (end) => stops.push(end));
    const { sites, namespaceOf } = network;
    const database = await startSitesDatabase(network, folder, (end) => stops.push(end));
    const eventStore = await startClusterEventStore(database.url, release);
    stops.push(() => eventStore.stop());
    const nats = await startNatsCluster(
      sites.map((site) => ({ port: portsOf(site).nats, clusterPort: portsOf(site).natsCluster, networkNamespace: namespaceOf(site) })),
    );
    stops.push(() => nats.stop());
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const places = await openHostPlaces({
      copies: siteCount,
      env: { DATA_DIR: folder, ...platformSettings(simulators.url), ...troubledSettings, EVENTSTORE_URL: eventStore.url },
      envOf: (name) => ({
        ...(hasPoolers
          ? { DATABASE_URL: database.urlAt(portsOf(siteOf(name)).pooler), DATABASE_DIRECT_URL: database.url }
          : { DATABASE_URL: database.url }),
        NATS_URL: nats.url,
      }),
      networkOf: (name) => ({ networkNamespace: namespaceOf(siteOf(name)), apiPort: portsOf(siteOf(name)).api }),
      keepsUp: true,
    });
    const pgBouncer = await findPgBouncer(() => undefined);
    const all: Site[] = [];
    for (const [index, site] of sites.entries()) {
      const networkNamespace = namespaceOf(site);
      const databaseProxy = await startHaproxy({
        configuration: () => databaseProxyConfiguration(sites, site, database.primarySite()),
        ...{ folder, name: `database-${site}`, networkNamespace },
      });
      stops.push(() => databaseProxy.kill());
      const place = { port: portsOf(site).pooler, networkNamespace };
      const pooler = await startPooler(pgBouncer, database.urlAt(portsOf(site).databaseProxy), place);
      stops.push(() => pooler.stop());
      const node = nats.nodes[index];
      if (!node) throw new Error(`site ${site} has no NATS`);
      all.push({ number: site, databaseProxy, pooler, nats: node, places: places.all.filter(({ name }) => siteOf(name) === site) });
    }
    stops.push(() => places.stop());
    await Promise.all(places.all.map((place) => place.start(release)));
    const apiPort = await findFreePort();
    const apiProxy = await startHaproxy({ configuration: () => apiProxyConfiguration(sites, apiPort, folder), folder, name: 'api' });
    stops.push(() => apiProxy.kill());
    await eventually('an API through the proxy', async () => (await isReady(apiPort)) || undefined);
    const [workspace] = await openWorkspace([caller(apiPort)], receiver.url, { boardsOfEach });
    const dealing = dealToSites({ network, sites: all, database, places, nats, eventStore, workspace, release });
    return {
      ...{ places, database, eventStore, platformUrl: simulators.url, workspace, received: receiver.received },
      deal: dealing.deal,
      recovered: async () => {
        await hostsAreUp({ places });
        await database.caughtUp();
      },
      clientsHit: dealing.clientsHit,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
