import { pause, type Pause } from '@pps/concurrency';

/** How waiting is done, and by chance: by the machine's timers, or by a simulation's. */
export interface Timers {
  readonly pause: Pause;
  /** In [0, 1). */
  readonly random: () => number;
}

export const systemTimers: Timers = { pause, random: Math.random };
