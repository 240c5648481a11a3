import type { Rate } from './token-buckets.store';

interface Queued extends Rate {
  readonly tokens: number;
  /** Tokens that the pins waiting already are going to take. */
  readonly queued: number;
}

export interface Outlook {
  readonly account: Queued;
  readonly global: Queued;
  /** Projects in the round robin, the caller's included. */
  readonly projects: number;
}

/**
 * Seconds until a pin queued now can start: its account's own queue drains at the account's rate; of all others at most one call of each
 * project goes before each of the account's, because projects are served round robin. A call takes one token, a video two calls.
 */
export function secondsUntilStart({ account, global, projects }: Outlook): number {
  const before = Math.min(global.queued, (account.queued + 1) * Math.max(1, projects) - 1);
  return Math.max(0, wait(account.queued + 1, account), wait(before + 1, global));
}

const wait = (needed: number, { tokens, refillPerSecond }: { readonly tokens: number; readonly refillPerSecond: number }): number =>
  (needed - tokens) / refillPerSecond;
