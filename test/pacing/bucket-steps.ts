import type { Rate } from '@pps/pins';

export interface Moment {
  /** Microseconds that really passed. */
  readonly at: bigint;
  /** What the database's clock says then. */
  readonly wall: bigint;
  readonly boot: string;
  /** Microseconds since that machine's start, as of when it asked; its question may have been on the way for a while. */
  readonly uptime: bigint;
  readonly askedAt: bigint;
}

export type BucketStep = Moment &
  (
    | { readonly kind: 'claim'; readonly account: string; readonly global: string; readonly cost: number; readonly startsAfter: bigint }
    | { readonly kind: 'available'; readonly name: string; readonly isGlobal: boolean }
    | { readonly kind: 'park'; readonly account: string; readonly until: bigint }
  );

export interface BucketPlan {
  readonly account: Rate;
  readonly global: Rate;
}

export const bucketPlans: readonly BucketPlan[] = [
  { account: { capacity: 50, refillPerSecond: 1 }, global: { capacity: 200, refillPerSecond: 3 } },
  { account: { capacity: 7, refillPerSecond: 2.5 }, global: { capacity: 11, refillPerSecond: 3.333333 } },
  { account: { capacity: 20, refillPerSecond: 0.7 }, global: { capacity: 1_000, refillPerSecond: 0.9 } },
];

const accounts = ['account:a', 'account:b', 'account:c'];
const globals = ['global', 'global:sandbox'];
const machines = [
  { boot: 'one', startedAt: 1_000_000n },
  { boot: 'two', startedAt: 86_400_000_000n },
];
const begin = 1_800_000_000_000_000n;

/** Steps in the order of time: mostly claims, also reads and parked accounts; pauses of all lengths, late calls, a clock that is set by 5 s to 5 min. */
export function* bucketSteps(random: () => number): Generator<BucketStep> {
  let at = begin;
  let offset = 0n;
  const micros = (seconds: number): bigint => BigInt(Math.floor(seconds * 1_000_000));
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const moment = (machine: (typeof machines)[number]): Moment => {
    const askedAt = at - micros(random() < 0.01 ? random() * 60 : random() < 0.2 ? random() * 0.3 : 0);
    return { at, wall: at + offset, boot: machine.boot, uptime: askedAt - begin + machine.startedAt + micros(3_600), askedAt };
  };
  for (const machine of machines) yield { ...moment(machine), kind: 'available', name: 'global', isGlobal: true };
  for (;;) {
    const luck = random();
    at += micros(luck < 0.7 ? random() * 0.02 : luck < 0.98 ? random() : luck < 0.999 ? random() * 60 : random() * 3_600);
    if (random() < 0.002) offset += micros((random() < 0.5 ? -1 : 1) * (5 + random() * 295));
    const now = moment(one(machines));
    const what = random();
    if (what < 0.9) {
      const claim = { account: one(accounts), global: random() < 0.9 ? 'global' : 'global:sandbox', cost: random() < 0.9 ? 1 : 2 };
      yield { ...now, kind: 'claim', ...claim, startsAfter: micros(random() * 0.25) };
    } else if (what < 0.998) {
      const isGlobal = random() < 0.5;
      yield { ...now, kind: 'available', name: one(isGlobal ? globals : accounts), isGlobal };
    } else yield { ...now, kind: 'park', account: one(accounts), until: now.wall + micros(random() * 5) };
  }
}
