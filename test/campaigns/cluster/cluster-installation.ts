import { startEventStore } from '@pps/embedded';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { migratedDatabase } from '../../setup/migrated-database';
import { platformSettings } from '../../setup/platform-service';
import { startNatsCluster, type NatsCluster } from '../../setup/start-nats-cluster';
import { startReceiver } from '../../webhooks/receiver';
import { openHostPlaces, type HostPlaces } from '../installation/host-places';
import { startBalancer } from '../traffic/balancer';
import { openWorkspace, type Workspace } from '../traffic/workspace';
import type { Release } from '../upgrade/release';
import { partNames, type PartName } from './trouble-plan';
import { layWire, type Wire } from './wire';

/** Of one place, to each part; to NATS one for each of its servers. */
export type Wires = Readonly<Record<PartName, readonly Wire[]>>;

export interface ClusterInstallation {
  readonly places: HostPlaces;
  readonly wires: ReadonlyMap<string, Wires>;
  readonly nats: NatsCluster;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly platformUrl: string;
  readonly workspace: Workspace;
  readonly received: Awaited<ReturnType<typeof startReceiver>>['received'];
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly copies: number;
  readonly release: Release;
}

const settings = {
  DEFAULT_PLAN: 'enterprise',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
  PLATFORM_TIMEOUT: '2s',
  RECONCILE_AFTER: '300ms,700ms,2s',
  WEBHOOK_TARGETS: 'any',
  // Longer than two looks of the proxy.
  SHUTDOWN_WAIT: '2500ms',
  LOG_LEVEL: 'info',
  // One for all APIs: a consent comes back to any of them.
  PUBLIC_URL: 'http://pins.test',
};
const balancerLooksEveryMs = 1_000;

/** Every host several times behind a proxy of HTTP, each with wires of its own to PostgreSQL, the event store and three NATS; platform and receiver are outside. */
export async function startCluster({ copies, release }: ClusterOptions): Promise<ClusterInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const databaseUrl = await migratedDatabase();
    const eventStore = await startEventStore({ databaseUrl });
    stops.push(() => eventStore.stop());
    const nats = await startNatsCluster();
    stops.push(() => nats.stop());
    const simulators = await startTestSimulators();
    stops.push(() => simulators.discard());
    const receiver = await startReceiver();
    stops.push(() => receiver.stop());
    const wires = new Map<string, Wires>();
    stops.push(() =>
      Promise.all([...wires.values()].flatMap((each) => partNames.flatMap((part) => each[part].map((wire) => wire.stop())))),
    );
    const urls = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStore.url, NATS_URL: nats.url };
    const environments = new Map<string, Readonly<Record<string, string>>>();
    const places = await openHostPlaces({
      copies,
      env: { DATA_DIR: folder, ...platformSettings(simulators.url), ...settings },
      envOf: (name) => environments.get(name) ?? {},
      keepsUp: true,
    });
    stops.push(() => places.stop());
    for (const { name } of places.all) {
      const laid = await layWires(urls);
      wires.set(name, laid.wires);
      environments.set(name, laid.env);
    }
    await Promise.all(places.all.map((place) => place.start(release)));
    const balancer = await startBalancer(
      places.all.flatMap(({ port }) => port ?? []),
      balancerLooksEveryMs,
    );
    stops.push(() => balancer.stop());
    await eventually('APIs that are ready', async () => balancer.ready().length === copies || undefined);
    const [workspace] = await openWorkspace([caller(balancer.port)], receiver.url, { boardsOfEach: 4 });
    const [platformUrl, eventStoreUrl, received] = [simulators.url, eventStore.url, receiver.received];
    return { places, wires, nats, databaseUrl, eventStoreUrl, platformUrl, workspace, received, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function layWires(urls: Readonly<Record<PartName, string>>): Promise<{ wires: Wires; env: Readonly<Record<string, string>> }> {
  const [wires, env]: [Record<PartName, readonly Wire[]>, Record<string, string>] = [
    { DATABASE_URL: [], EVENTSTORE_URL: [], NATS_URL: [] },
    {},
  ];
  for (const part of partNames) {
    const addresses = urls[part].split(',').map((address) => new URL(address));
    wires[part] = await Promise.all(addresses.map((address) => layWire(Number(address.port))));
    wires[part].forEach((wire, index) => ((addresses[index] as URL).port = String(wire.port)));
    env[part] = addresses.map(String).join(',');
  }
  return { wires, env };
}
