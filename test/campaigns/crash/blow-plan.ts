import { seededRandom } from '@pps/kernel/testing';

export const targets = ['api', 'projector', 'orchestrator', 'worker', 'event-store', 'postgres', 'nats'] as const;

/** A process of the service, by the name the standalone start gives it. */
export type Target = (typeof targets)[number];

export type Blow = {
  /** Since the blow before was dealt. */
  readonly afterMs: number;
} & (
  | { readonly kind: 'kill'; readonly target: Target }
  | { readonly kind: 'freeze'; readonly target: Target; readonly forMs: number }
  /** Everything at once; `againAfterMs` into the start that follows, once more. */
  | { readonly kind: 'kill-everything'; readonly againAfterMs: number | null }
);

export interface BlowPlanOptions {
  /** Of single processes and of everything, together. */
  readonly kills: number;
  readonly freezes: number;
  readonly gapMs: readonly [number, number];
  readonly frozenMs: readonly [number, number];
}

const everythingShare = 1 / 40;
const againShare = 0.4;
const [shortestStartMs, longestStartMs] = [200, 6_000];

/** Whom it hits, when, and how: depends on the seed and the options alone. */
export function blowPlan(seed: number, { kills, freezes, gapMs, frozenMs }: BlowPlanOptions): Blow[] {
  const random = seededRandom(seed);
  const between = ([least, most]: readonly [number, number]) => Math.round(least + random() * (most - least));
  const target = (): Target => targets[Math.floor(random() * targets.length)] ?? 'api';
  const everything = Math.max(1, Math.round(kills * everythingShare));
  const kinds = shuffled(random, [
    ...Array.from({ length: kills - everything }, () => 'kill' as const),
    ...Array.from({ length: everything }, () => 'kill-everything' as const),
    ...Array.from({ length: freezes }, () => 'freeze' as const),
  ]);
  return kinds.map((kind): Blow => {
    const afterMs = between(gapMs);
    if (kind === 'kill') return { kind, afterMs, target: target() };
    if (kind === 'freeze') return { kind, afterMs, target: target(), forMs: between(frozenMs) };
    return { kind, afterMs, againAfterMs: random() < againShare ? between([shortestStartMs, longestStartMs]) : null };
  });
}

function shuffled<T>(random: () => number, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}
