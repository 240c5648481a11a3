import { Injectable } from '@nestjs/common';
import { SharedLook } from '@pps/event-store';
import { accountBucket, globalBucket, TokenBuckets } from '@pps/pins';
import { LRUCache } from 'lru-cache';

export interface Headroom {
  readonly quotaLimit: number;
  readonly quotaUsed: number;
  readonly rateRemaining: number;
  readonly rateCapacity: number;
  readonly rateRefillPerSecond: number;
}

const accountsAtMost = 10_000;

/** What can still be published: the project's quota and the account's tokens. */
@Injectable()
export class HeadroomMeter {
  private readonly looks = new LRUCache<string, SharedLook<number>>({ max: accountsAtMost });

  constructor(private readonly buckets: TokenBuckets) {}

  /** Concurrent askers for one account share looks at its bucket. */
  async of(accountId: string, quota: { readonly limit: number; readonly used: number }): Promise<Headroom> {
    const { capacity, refillPerSecond } = this.buckets.rateOf(accountBucket(accountId));
    let look = this.looks.get(accountId);
    if (!look) this.looks.set(accountId, (look = new SharedLook(() => this.tokens(accountId))));
    return {
      quotaLimit: quota.limit,
      quotaUsed: quota.used,
      rateRemaining: await look.get(),
      rateCapacity: capacity,
      rateRefillPerSecond: refillPerSecond,
    };
  }

  private async tokens(accountId: string): Promise<number> {
    const levels = await this.buckets.levels([accountBucket(accountId), globalBucket]);
    return Math.max(0, Math.floor(Math.min(...[...levels.values()].map((level) => level.tokens))));
  }
}

/** The six headers of the specification's section 4.5. */
export function headroomHeaders(headroom: Headroom): Record<string, string> {
  return {
    'X-Service-Quota-Limit': String(headroom.quotaLimit),
    'X-Service-Quota-Used': String(headroom.quotaUsed),
    'X-Service-Quota-Remaining': String(Math.max(0, headroom.quotaLimit - headroom.quotaUsed)),
    'X-Platform-RateLimit-Remaining': String(headroom.rateRemaining),
    'X-Platform-RateLimit-Capacity': String(headroom.rateCapacity),
    'X-Platform-RateLimit-Refill-Per-Second': String(headroom.rateRefillPerSecond),
  };
}
