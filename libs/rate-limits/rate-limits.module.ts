import { Module } from '@nestjs/common';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { AttemptWindows } from './attempt-windows.store';
import { RateLimits } from './rate-limits';
import { SharedBuckets } from './shared-buckets.store';

/** Limits that all processes count together. */
@Module({
  providers: [
    {
      provide: AttemptWindows,
      inject: [DATABASE, KEYS],
      useFactory: (db: Database, keys: Keys) => new AttemptWindows(db, keys.EMAIL_HASH_KEY),
    },
    {
      provide: RateLimits,
      inject: [AttemptWindows, CONFIGURATION],
      useFactory: (windows: AttemptWindows, settings: Configuration) => new RateLimits(windows, settings),
    },
    { provide: SharedBuckets, inject: [DATABASE], useFactory: (db: Database) => new SharedBuckets(db) },
  ],
  exports: [AttemptWindows, RateLimits, SharedBuckets],
})
export class RateLimitsModule {}
