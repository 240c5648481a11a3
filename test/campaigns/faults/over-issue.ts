export interface Bucket {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** By how many tokens the calls, at these moments (ms), went beyond what a bucket that begins full allows; 0 when they never did. */
export function overIssueOf(moments: readonly number[], { capacity, refillPerSecond }: Bucket): number {
  let tokens = capacity;
  let excess = 0;
  let before = Number.NaN;
  for (const moment of [...moments].sort((a, b) => a - b)) {
    if (!Number.isNaN(before)) tokens = Math.min(capacity, tokens + ((moment - before) / 1_000) * refillPerSecond);
    tokens -= 1;
    before = moment;
    excess = Math.max(excess, -tokens);
  }
  return excess;
}
