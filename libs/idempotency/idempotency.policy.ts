import type { OwingBucket } from '@pps/rate-limits';

/** How long the answer to a key is kept: clients are promised a day. */
export const answerLifetimeMs = 25 * 3_600_000;

/** How long nobody else begins a request again whose process may have died; renewed while it works. */
export const holdMs = 15_000;
export const renewEveryMs = 5_000;

/** When a call that met a held key may ask again. */
export const askAgainSeconds = 1;

const day = 86_400;
const kilobytesAtOnce = 256 * 1024;

/** What is kept for the keys of a project: 256 MB at once, as much again in a day. A token is a kilobyte. */
export const answerRoom: OwingBucket = {
  capacity: kilobytesAtOnce,
  refillPerSecond: kilobytesAtOnce / day,
  owedAtMost: kilobytesAtOnce / 16,
};
