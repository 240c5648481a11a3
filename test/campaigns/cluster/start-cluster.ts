import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestSimulators } from '../../../apps/simulators/testing';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { platformSettings } from '../../setup/platform-service';
import { startNatsCluster } from '../../setup/start-nats-cluster';
import { startReceiver } from '../../webhooks/receiver';
import { openHostPlaces } from '../installation/host-places';
import { stopAll } from '../installation/stop-all';
import { startBalancer } from '../traffic/balancer';
import { openWorkspace } from '../traffic/workspace';
import { steppedClock, type SteppedClock } from '../faults/stepped-clock';
import type { Release } from '../upgrade/release';
import { openClusterDatabase } from './cluster-database';
import { startClusterEventStore } from './cluster-event-store';
import { dealToCluster, type Wires } from './deal-to-cluster';
import { hostsAreUp } from './deal-to-hosts';
import { partNames, type PartName } from './trouble-plan';
import type { TroubledInstallation } from './troubled-installation';
import { layWire, type Wire } from './wire';

export interface ClusterOptions {
  readonly copies: number;
  readonly release: Release;
  /** Whether PostgreSQL has a standby, which confirms each commit. */
  readonly hasStandby: boolean;
  /** Whether each place has a clock of its own. */
  readonly hasClocks: boolean;
}

/** Of every host under troubles. */
export const troubledSettings = {
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
export async function startCluster({ copies, release, hasStandby, hasClocks }: ClusterOptions): Promise<TroubledInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = () => stopAll(stops);
  try {
    const database = await openClusterDatabase(hasStandby);
    stops.push(() => database.stop());
    const eventStore = await startClusterEventStore(database.url, release);
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
    const addresses = { DATABASE_URL: database.addresses, EVENTSTORE_URL: [eventStore.url], NATS_URL: nats.nodes.map(({ url }) => url) };
    const clocks = new Map<string, SteppedClock>();
    const environments = new Map<string, Readonly<Record<string, string>>>();
    const places = await openHostPlaces({
      copies,
      env: { DATA_DIR: folder, ...platformSettings(simulators.url), ...troubledSettings },
      envOf: (name) => environments.get(name) ?? {},
      keepsUp: true,
    });
    stops.push(() => places.stop());
    for (const { name } of places.all) {
      const laid = await layWires(addresses);
      wires.set(name, laid.wires);
      const clock = hasClocks ? steppedClock(folder, name) : null;
      if (clock) clocks.set(name, clock);
      environments.set(name, { ...laid.env, ...clock?.env });
    }
    await Promise.all(places.all.map((place) => place.start(release)));
    const balancer = await startBalancer(
      places.all.flatMap(({ port }) => port ?? []),
      balancerLooksEveryMs,
    );
    stops.push(() => balancer.stop());
    await eventually('APIs that are ready', async () => balancer.ready().length === copies || undefined);
    const [workspace] = await openWorkspace([caller(balancer.port)], receiver.url, { boardsOfEach: 12 });
    const parts = { places, wires, nats, database, eventStore, clocks };
    return {
      ...{ places, database, eventStore, platformUrl: simulators.url, workspace, received: receiver.received },
      deal: (trouble) => dealToCluster(parts, trouble, release),
      recovered: () => hostsAreUp(parts),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function layWires(
  addresses: Readonly<Record<PartName, readonly string[]>>,
): Promise<{ wires: Wires; env: Readonly<Record<string, string>> }> {
  const [wires, env]: [Record<PartName, readonly Wire[]>, Record<string, string>] = [
    { DATABASE_URL: [], EVENTSTORE_URL: [], NATS_URL: [] },
    {},
  ];
  for (const part of partNames) {
    const laid = await Promise.all(addresses[part].map(async (address) => layWire(Number(new URL(address).port))));
    wires[part] = laid;
    env[part] = settingOf[part](
      addresses[part].map((address, index) => Object.assign(new URL(address), { port: String(laid[index]?.port) })),
    );
  }
  return { wires, env };
}

const listed = (addresses: readonly URL[]): string => addresses.map(String).join(',');
/** PostgreSQL's is one URL with all hosts. */
const settingOf: Readonly<Record<PartName, (addresses: readonly URL[]) => string>> = {
  DATABASE_URL: (addresses) => String(addresses[0]).replace(/@[^/]*/, `@${addresses.map(({ host }) => host).join(',')}`),
  EVENTSTORE_URL: listed,
  NATS_URL: listed,
};
