import type { SharedBuckets } from '@pps/rate-limits';
import type { Database } from '@pps/read-store';
import type { Configuration, Keys, Logger } from '@pps/runtime';
import { masterKeys, openSubjectSealers } from '@pps/vault';
import { IdempotentAnswers } from './idempotent-answers';
import { KeyRecords } from './key-records.store';

/** What answers to named requests need of a process. */
export interface IdempotencyParts {
  readonly db: Database;
  readonly keys: Keys;
  readonly configuration: Pick<Configuration, 'MASTER_PREVIOUS_KEYS'>;
  readonly logger: Logger;
  readonly sharedBuckets: SharedBuckets;
}

/** Answers to requests that their clients named; one for each process. */
export function bindIdempotency({ db, keys, configuration, logger, sharedBuckets }: IdempotencyParts): IdempotentAnswers {
  return new IdempotentAnswers({
    records: new KeyRecords(db),
    sealers: openSubjectSealers(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS)),
    hashKey: keys.EMAIL_HASH_KEY,
    ...{ buckets: sharedBuckets, logger },
  });
}
