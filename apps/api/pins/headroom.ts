import { Inject, Injectable } from '@nestjs/common';
import { connectionStream } from '@pps/connections/events';
import { LiveStates, SharedLook } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { accountBucket, globalBucketOf, secondsUntilStart, TokenBuckets, type BucketLevel, type Rate } from '@pps/pins';
import { DATABASE, type Database } from '@pps/read-store';
import { queueAhead } from '@projections/publish_queue/queue-ahead.query';
import { LRUCache } from 'lru-cache';
import type { Quota } from './publish-checks';

export interface BucketReading extends Rate {
  readonly tokens: number;
}

export interface BucketReadings {
  readonly account: BucketReading;
  readonly global: BucketReading;
}

export interface RateReading extends BucketReadings {
  readonly queuedAhead: number;
  /** Until the next pin could start. */
  readonly waitMs: number;
  readonly startsAt: Date;
}

const accountsAtMost = 10_000;

/** What can be published now and when the next pin would start; concurrent askers for one account share looks. */
@Injectable()
export class HeadroomMeter {
  private readonly looks = new LRUCache<string, SharedLook<RateReading>>({ max: accountsAtMost });
  private readonly bucketLooks = new LRUCache<string, SharedLook<BucketReadings>>({ max: accountsAtMost });

  constructor(
    private readonly buckets: TokenBuckets,
    private readonly live: LiveStates,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  read(accountId: string): Promise<RateReading> {
    let look = this.looks.get(accountId);
    if (!look) this.looks.set(accountId, (look = new SharedLook(() => this.look(accountId))));
    return look.get();
  }

  /** What the headers need, without a look at all that waits; a sandbox's accounts are simulated ones. */
  readBuckets(accountId: string, environment: Principal['environment']): Promise<BucketReadings> {
    let look = this.bucketLooks.get(accountId);
    if (!look) this.bucketLooks.set(accountId, (look = new SharedLook(() => this.lookAtBuckets(accountId, environment === 'sandbox'))));
    return look.get();
  }

  private async lookAtBuckets(accountId: string, simulated: boolean): Promise<BucketReadings> {
    const [account, shared] = [accountBucket(accountId), globalBucketOf({ simulated })];
    const levels = await this.buckets.levels([account, shared]);
    const now = this.clock();
    return { account: readingOf(levels.get(account), now), global: readingOf(levels.get(shared), now) };
  }

  private async look(accountId: string): Promise<RateReading> {
    const simulated = await this.isSimulated(accountId);
    const shared = globalBucketOf({ simulated });
    const [levels, ahead] = await Promise.all([
      this.buckets.levels([accountBucket(accountId), shared]),
      queueAhead(this.db, accountId, simulated),
    ]);
    const now = this.clock();
    const account = readingOf(levels.get(accountBucket(accountId)), now);
    const global = readingOf(levels.get(shared), now);
    const level = levels.get(accountBucket(accountId));
    const parkedMs = Math.max(0, (level?.parkedUntil?.getTime() ?? 0) - now.getTime());
    const outlook = {
      account: { ...account, tokens: level?.tokens ?? 0, queued: ahead.tokensOfAccount },
      global: { ...global, queued: ahead.tokensOfAll },
      projects: ahead.projects,
    };
    const waitMs = Math.ceil(Math.max(parkedMs, secondsUntilStart(outlook) * 1000));
    return { account, global, queuedAhead: ahead.ofAccount, waitMs, startsAt: new Date(now.getTime() + waitMs) };
  }

  private async isSimulated(accountId: string): Promise<boolean> {
    const { state } = await this.live.get(connectionStream, accountId);
    return state.kind === 'connected' && state.simulated === true;
  }
}

/** Of a parked bucket nothing can be taken, whatever it holds. */
function readingOf(level: BucketLevel | undefined, now: Date): BucketReading {
  if (!level) throw new Error('a bucket was not asked for');
  const isParked = level.parkedUntil !== null && level.parkedUntil > now;
  return { tokens: isParked ? 0 : Math.max(0, level.tokens), capacity: level.capacity, refillPerSecond: level.refillPerSecond };
}

/** Whole tokens that a pin of the account could take now. */
export const rateRemaining = ({ account, global }: BucketReadings): number => Math.floor(Math.min(account.tokens, global.tokens));

/** The quota's part of the six headers of the specification's section 4.5. */
export const quotaHeaders = ({ limit, used }: Quota): Record<string, string> => ({
  'X-Service-Quota-Limit': String(limit),
  'X-Service-Quota-Used': String(used),
  'X-Service-Quota-Remaining': String(Math.max(0, limit - used)),
});

/** The account's part of them. */
export const rateHeaders = (reading: BucketReadings): Record<string, string> => ({
  'X-Platform-RateLimit-Remaining': String(rateRemaining(reading)),
  'X-Platform-RateLimit-Capacity': String(reading.account.capacity),
  'X-Platform-RateLimit-Refill-Per-Second': String(reading.account.refillPerSecond),
});

/** The same as a body's `headroom`; without one account there is no rate to tell. */
export const headroomBody = ({ limit, used }: Quota, reading: RateReading | null) => ({
  quota_limit: limit,
  quota_used: used,
  quota_remaining: Math.max(0, limit - used),
  rate_remaining: reading ? rateRemaining(reading) : null,
  rate_capacity: reading?.account.capacity ?? null,
  rate_refill_per_second: reading?.account.refillPerSecond ?? null,
  estimated_start_at: reading?.startsAt.toISOString() ?? null,
});
