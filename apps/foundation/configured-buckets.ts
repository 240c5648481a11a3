import { TokenBuckets } from '@pps/pins';
import type { Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime';

/** The buckets as configured. */
export const tokenBuckets = (db: Database, { PACING_ACCOUNT, PACING_GLOBAL }: Configuration): TokenBuckets =>
  new TokenBuckets(db, { account: PACING_ACCOUNT, global: PACING_GLOBAL });
