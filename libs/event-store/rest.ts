import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** How waiting is done: by the machine's timers, or by a simulation's. */
export interface Rest {
  readonly pause: Pause;
  /** In [0, 1). */
  readonly random: () => number;
}

export const realRest: Rest = {
  pause: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
  random: Math.random,
};
