import { pause, type Pause } from '@pps/concurrency';

/** Waiting and randomness: the machine's, or those of a deterministic simulation. */
export interface Timers {
  readonly pause: Pause;
  /** In [0, 1). */
  readonly random: () => number;
}

export const systemTimers: Timers = { pause, random: Math.random };
