import { setTimeout as delay } from 'node:timers/promises';
import type { SteppedClock } from '../faults/stepped-clock';
import type { Release } from '../upgrade/release';
import type { ClusterDatabase } from './cluster-database';
import { dealToHosts, hit, type TroubledHosts } from './deal-to-hosts';
import { partNames, type Kind, type PartName, type Trouble } from './trouble-plan';
import type { Wire, WireState } from './wire';

/** Of one place, to each part; to NATS one for each of its servers. */
export type Wires = Readonly<Record<PartName, readonly Wire[]>>;

export interface ClusterParts extends TroubledHosts {
  readonly wires: ReadonlyMap<string, Wires>;
  readonly database: ClusterDatabase;
  /** Of each place, where they may be wrong. */
  readonly clocks: ReadonlyMap<string, SteppedClock>;
}

const everyPart = (state: WireState) => ({ state, of: () => partNames });

/** What becomes of the wires of the place that is hit. */
const wireTroubles: Partial<Record<Kind, { readonly state: WireState; of(trouble: Trouble): readonly (typeof partNames)[number][] }>> = {
  cut: everyPart('refusing'),
  silence: everyPart('silent'),
  'one-way': everyPart('deaf'),
  slow: everyPart('slow'),
  'part-away': { state: 'silent', of: ({ part }) => [part] },
};

/** Does it until it ends, and gives whom it has hit. */
export async function dealToCluster(cluster: ClusterParts, trouble: Trouble, release: Release): Promise<string> {
  const deed = deeds[trouble.kind];
  if (deed) return deed(cluster, trouble);
  return wireTroubles[trouble.kind] ? cutWires(cluster, trouble) : dealToHosts(cluster, trouble, release);
}

async function cutWires({ places, wires }: ClusterParts, trouble: Trouble): Promise<string> {
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
type Deed = (cluster: ClusterParts, trouble: Trouble) => Promise<string>;

const deeds: Partial<Record<Kind, Deed>> = {
  clock: async ({ places, clocks }, trouble) => {
    const place = hit(places.all, trouble);
    clocks.get(place.name)?.step(trouble.clockSeconds);
    await delay(trouble.forMs);
    clocks.get(place.name)?.step(0);
    return `${place.name}, ${trouble.clockSeconds} s`;
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
