import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../setup/eventually';
import type { NatsCluster, NatsNode } from '../../setup/start-nats-cluster';
import type { HostPlaces } from '../installation/host-places';
import type { Release } from '../upgrade/release';
import type { ClusterEventStore } from './cluster-event-store';
import type { Kind, Trouble } from './trouble-plan';

export interface TroubledHosts {
  readonly places: HostPlaces;
  readonly nats: NatsCluster;
  readonly eventStore: ClusterEventStore;
}

const recoversWithinMs = 120_000;

/** Resolves once every host is up. */
export async function hostsAreUp({ places }: Pick<TroubledHosts, 'places'>): Promise<void> {
  const areAll = async () => (await Promise.all(places.all.map((place) => place.isUp()))).every(Boolean) || undefined;
  await eventually('every host up', areAll, recoversWithinMs);
}

/** A trouble of a host, of NATS or the event store: does it until it ends, and gives whom it has hit. */
export async function dealToHosts(hosts: TroubledHosts, trouble: Trouble, release: Release): Promise<string> {
  const deed = deeds[trouble.kind];
  if (!deed) throw new Error(`${trouble.kind} is none of its troubles`);
  return deed(hosts, trouble, release);
}

type Deed = (hosts: TroubledHosts, trouble: Trouble, release: Release) => Promise<string>;

const deeds: Partial<Record<Kind, Deed>> = {
  kill: async ({ places }, trouble) => {
    const place = hit(places.all, trouble);
    await place.kill();
    return place.name;
  },
  pause: async ({ places }, trouble) => {
    const place = hit(places.all, trouble);
    place.signal('SIGSTOP');
    await delay(trouble.forMs);
    place.signal('SIGCONT');
    return place.name;
  },
  'restart-all': async ({ places }, _, release) => {
    for (const each of places.all) await each.replace(release);
    return 'every host in turn';
  },
  'nats-node': ({ nats }, trouble) => endNodes([hit(nats.nodes, trouble)], trouble),
  'nats-away': ({ nats }, trouble) => endNodes(nats.nodes, trouble),
  'event-store': async ({ eventStore }, { forMs }) => {
    await eventStore.kill();
    await delay(forMs);
    await eventStore.start();
    return 'the event store';
  },
};

async function endNodes(nodes: readonly NatsNode[], { forMs }: Trouble): Promise<string> {
  await Promise.all(nodes.map((node) => node.kill()));
  await delay(forMs);
  await Promise.all(nodes.map((node) => node.start()));
  return nodes.map(({ name }) => name).join(', ');
}

/** The one of all that a trouble hits. */
export function hit<T>(all: readonly T[], { place }: Trouble): T {
  const one = all[place % all.length];
  if (one === undefined) throw new Error('nothing to hit');
  return one;
}
