export { AttemptWindows, type Attempted } from './attempt-windows.store';
export { isAddressLimited, RateLimits } from './rate-limits';
export type { LimitName } from './rate-limits.policy';
export { rateLimitsMigrations } from './rate-limits.migrations';
export { SharedBuckets, type OwingBucket } from './shared-buckets.store';
