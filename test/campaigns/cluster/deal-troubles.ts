import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../setup/eventually';
import type { NatsNode } from '../../setup/start-nats-cluster';
import type { Release } from '../upgrade/release';
import type { ClusterInstallation } from './cluster-installation';
import { partNames, type Kind, type Trouble } from './trouble-plan';
import type { WireState } from './wire';

/** A trouble that was, on this process's monotonic clock. */
export interface Dealt {
  readonly kind: Kind;
  readonly whom: string;
  readonly begunAt: number;
  /** When everything was as before. */
  readonly overAt: number;
}

const recoversWithinMs = 120_000;
const everyPart = (state: WireState) => ({ state, of: () => partNames });

/** What becomes of the wires of the place that is hit. */
const wireTroubles: Partial<Record<Kind, { readonly state: WireState; of(trouble: Trouble): readonly (typeof partNames)[number][] }>> = {
  cut: everyPart('refusing'),
  silence: everyPart('silent'),
  'one-way': everyPart('deaf'),
  slow: everyPart('slow'),
  'part-away': { state: 'silent', of: ({ part }) => [part] },
};

/** Deals one trouble after the other; each ends, and everything is up again and has rested, before the next. */
export async function dealTroubles(
  cluster: ClusterInstallation,
  plan: readonly Trouble[],
  { release, restMs, log }: { readonly release: Release; readonly restMs: number; readonly log: (line: string) => void },
): Promise<Dealt[]> {
  const dealt: Dealt[] = [];
  for (const trouble of plan) {
    const begunAt = performance.now();
    const whom = await deal(cluster, trouble, release);
    await eventually(`everything up after ${trouble.kind} of ${whom}`, () => areAllUp(cluster), recoversWithinMs);
    await delay(restMs);
    dealt.push({ kind: trouble.kind, whom, begunAt, overAt: performance.now() });
    log(`${trouble.kind} of ${whom}: ${Math.round(performance.now() - begunAt)} ms`);
  }
  return dealt;
}

const areAllUp = async ({ places }: ClusterInstallation): Promise<true | undefined> =>
  (await Promise.all(places.all.map((place) => place.isUp()))).every(Boolean) || undefined;

async function deal(cluster: ClusterInstallation, trouble: Trouble, release: Release): Promise<string> {
  const deed = deeds[trouble.kind];
  return deed ? deed(cluster, trouble, release) : cutWires(cluster, trouble);
}

async function cutWires({ places, wires }: ClusterInstallation, trouble: Trouble): Promise<string> {
  const place = hit(places.all, trouble);
  const onWires = wireTroubles[trouble.kind];
  const parts = onWires?.of(trouble) ?? [];
  const affected = parts.flatMap((part) => wires.get(place.name)?.[part] ?? []);
  for (const wire of affected) wire.become(onWires?.state ?? 'through');
  await delay(trouble.forMs);
  for (const wire of affected) wire.become('through');
  return parts.length === 1 ? `${place.name} from ${parts[0]}` : place.name;
}

/** Does it, and gives whom it has hit. */
type Deed = (cluster: ClusterInstallation, trouble: Trouble, release: Release) => Promise<string>;

/** All that is not done to the wires of one place. */
const deeds: Partial<Record<Kind, Deed>> = {
  kill: async ({ places }, trouble) => {
    const place = hit(places.all, trouble);
    place.signal('SIGKILL');
    return place.name;
  },
  pause: async ({ places }, trouble) => {
    const place = hit(places.all, trouble);
    place.signal('SIGSTOP');
    await delay(trouble.forMs);
    place.signal('SIGCONT');
    return place.name;
  },
  clock: async ({ places, clocks }, trouble) => {
    const place = hit(places.all, trouble);
    clocks.get(place.name)?.step(trouble.clockSeconds);
    await delay(trouble.forMs);
    clocks.get(place.name)?.step(0);
    return `${place.name}, ${trouble.clockSeconds} s`;
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
  promotion: async ({ database }) => {
    await database.promote('killed');
    return 'the primary';
  },
  'ended-waits': async ({ database }, { forMs }) => {
    await database.endWaits(forMs / 2);
    await database.promote('killed');
    return 'the primary, on which waits for the standby were ended';
  },
  'two-primaries': async ({ database }, { forMs }) => {
    await database.promote('goes on');
    await delay(forMs);
    await database.endPrimary();
    return 'the primary';
  },
};

async function endNodes(nodes: readonly NatsNode[], { forMs }: Trouble): Promise<string> {
  await Promise.all(nodes.map((node) => node.kill()));
  await delay(forMs);
  await Promise.all(nodes.map((node) => node.start()));
  return nodes.map(({ name }) => name).join(', ');
}

function hit<T>(all: readonly T[], { place }: Trouble): T {
  const one = all[place % all.length];
  if (one === undefined) throw new Error('nothing to hit');
  return one;
}
