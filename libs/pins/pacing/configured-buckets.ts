import type { Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime';
import { TokenBuckets } from './token-buckets.store';

/** The buckets as the settings `PACING_ACCOUNT` and `PACING_GLOBAL` say. */
export const configuredBuckets = (
  db: Database,
  { PACING_ACCOUNT, PACING_GLOBAL }: Pick<Configuration, 'PACING_ACCOUNT' | 'PACING_GLOBAL'>,
): TokenBuckets => new TokenBuckets(db, { account: PACING_ACCOUNT, global: PACING_GLOBAL });
