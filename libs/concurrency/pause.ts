import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal aborts; never rejects. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** By the machine's timers. */
export const pause: Pause = (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined);
