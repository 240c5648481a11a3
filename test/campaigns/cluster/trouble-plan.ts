import { seededRandom } from '@pps/kernel/testing';

/** What may be done to the process at one place, or to a part. */
export const kinds = [
  'kill',
  'pause',
  'cut',
  'silence',
  'one-way',
  'slow',
  'part-away',
  'clock',
  'nats-node',
  'nats-away',
  'event-store',
  'promotion',
  'two-primaries',
  'ended-waits',
  'restart-all',
] as const;
/**
 * What may be done to a whole site (`site-network.ts` says how its wires are cut), to one without and to the one with the primary of PostgreSQL: after
 * the latter another site's server is promoted.
 */
export const siteTroubles = ['silent', 'apart', 'mute', 'deaf', 'lossy', 'frozen', 'killed'] as const;
export type SiteKind = `${'site' | 'primary'}-${(typeof siteTroubles)[number]}`;
export const siteKinds: readonly SiteKind[] = siteTroubles.flatMap((trouble) => [
  `site-${trouble}` as const,
  `primary-${trouble}` as const,
]);
export type Kind = (typeof kinds)[number] | SiteKind;

/** The kind of that name; throws where it is none of these. */
export function kindAmong(all: readonly Kind[], name: string): Kind {
  const kind = all.find((each) => each === name);
  if (!kind) throw new Error(`there is no trouble ${name}`);
  return kind;
}

/** Whether the database has no standby any more afterwards. */
export const endsStandby = ({ kind }: Pick<Trouble, 'kind'>): boolean =>
  kind === 'promotion' || kind === 'two-primaries' || kind === 'ended-waits';

export const partNames = ['DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL'] as const;
export type PartName = (typeof partNames)[number];

export interface Trouble {
  readonly kind: Kind;
  /** Whom it hits, by its number among all places or nodes. */
  readonly place: number;
  /** The one that `part-away` takes away. */
  readonly part: PartName;
  readonly forMs: number;
  /** By which `clock` is wrong. */
  readonly clockSeconds: number;
}

export interface TroublePlanOptions {
  readonly troubles: number;
  readonly forMs: readonly [number, number];
  /** Which kinds may come; each comes before any comes again. */
  readonly of?: readonly Kind[];
}

/** Which troubles come: depends on the seed and the options alone. They are fewer where a standby would have to be promoted again. */
export function troublePlan(seed: number, { troubles, forMs: [least, most], of = kinds }: TroublePlanOptions): Trouble[] {
  const [random, randomClock] = [seededRandom(seed), seededRandom(seed)];
  const plan: Trouble[] = [];
  while (plan.length < troubles) {
    const round = of
      .map((kind) => ({ kind, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ kind }): Trouble => ({
        kind,
        place: Math.floor(random() * 1_000),
        part: partNames[Math.floor(random() * partNames.length)] ?? 'NATS_URL',
        forMs: Math.round(least + random() * (most - least)),
        clockSeconds: randomClock() < 0.5 ? -300 : 300,
      }));
    plan.push(...round);
  }
  const wanted = plan.slice(0, troubles);
  const first = wanted.find(endsStandby);
  return wanted.filter((trouble) => trouble === first || !endsStandby(trouble));
}
