export { AttemptWindows, type Attempted, type Window } from './attempt-windows.store';
export { isAddressLimited, RateLimits } from './rate-limits';
export type { LimitName, RateLimitRule } from './rate-limits.policy';
export { RateLimitsModule } from './rate-limits.module';
export { rateLimitsMigrations } from './rate-limits.migrations';
export { SharedBuckets, type OwingBucket } from './shared-buckets.store';
