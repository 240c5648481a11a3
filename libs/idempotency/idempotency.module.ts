import { Module } from '@nestjs/common';
import { RateLimitsModule, SharedBuckets } from '@pps/rate-limits';
import { DATABASE, type Database } from '@pps/read-store';
import { CONFIGURATION, KEYS, LOGGER, type Configuration, type Keys, type Logger } from '@pps/runtime';
import { masterKeys, openSubjectSealers } from '@pps/vault';
import { IdempotentAnswers } from './idempotent-answers';
import { KeyRecords } from './key-records.store';

/** Answers to requests that their clients named. */
@Module({
  imports: [RateLimitsModule],
  providers: [
    {
      provide: IdempotentAnswers,
      inject: [DATABASE, KEYS, CONFIGURATION, LOGGER, SharedBuckets],
      useFactory: (db: Database, keys: Keys, { MASTER_PREVIOUS_KEYS }: Configuration, logger: Logger, buckets: SharedBuckets) =>
        new IdempotentAnswers({
          records: new KeyRecords(db),
          sealers: openSubjectSealers(db, masterKeys(keys.MASTER_KEY, MASTER_PREVIOUS_KEYS)),
          hashKey: keys.EMAIL_HASH_KEY,
          ...{ buckets, logger },
        }),
    },
  ],
  exports: [IdempotentAnswers],
})
export class IdempotencyModule {}
