import { seededRandom } from './seeded-random';

export type KillMoment =
  | {
      readonly kind: 'working';
      /** How many creations have begun, then so many ms. */ readonly afterCreations: number;
      readonly afterMs: number;
    }
  | { readonly kind: 'starting'; /** After the start before was begun. */ readonly afterMs: number };

const longestPauseMs = 800;
const [shortestStartMs, longestStartMs] = [200, 8_000];
const startingShare = 0.2;

/** When everything is killed: most moments lie among the creations, some in the start that follows a kill. */
export function killPlan(seed: number, kills: number, creations: number): KillMoment[] {
  const random = seededRandom(seed);
  const marks = Array.from({ length: kills }, () => 1 + Math.floor(random() * creations)).sort((a, b) => a - b);
  return marks.map((afterCreations, index) => {
    const inStart = index > 0 && random() < startingShare;
    const share = random();
    return inStart
      ? { kind: 'starting', afterMs: Math.round(shortestStartMs + share * (longestStartMs - shortestStartMs)) }
      : { kind: 'working', afterCreations, afterMs: Math.round(share * longestPauseMs) };
  });
}
