import { rateRemaining, type BucketReadings, type MonthlyQuota, type RateReading } from '@pps/use-cases';

/** The quota's part of the six headers of the specification's section 4.5. */
export const quotaHeaders = ({ limit, used }: MonthlyQuota): Record<string, string> => ({
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

/** The same as a body's `headroom`; without one account there is no rate. */
export const headroomBody = ({ limit, used }: MonthlyQuota, reading: RateReading | null) => ({
  quota_limit: limit,
  quota_used: used,
  quota_remaining: Math.max(0, limit - used),
  rate_remaining: reading ? rateRemaining(reading) : null,
  rate_capacity: reading?.account.capacity ?? null,
  rate_refill_per_second: reading?.account.refillPerSecond ?? null,
  estimated_start_at: reading?.startsAt.toISOString() ?? null,
});
