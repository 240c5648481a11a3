import { createHash } from 'node:crypto';

/** Chance that is the same for the same seed. */
export interface SeededChoices {
  /** From `least` up to `most`, whole. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** What `make` gives, so many times. */
  times(count: number, make: (n: number) => string): string;
}

/** The generator mulberry32, begun with a hash of the seed. */
export function seededChoices(seed: string): SeededChoices {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    times: (count, make) => Array.from({ length: count }, (_, n) => make(n)).join(''),
  };
}
