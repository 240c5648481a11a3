export { bindIdempotency } from './bind-idempotency';
export { idempotencyMigrations } from './idempotency.migrations';
export { keyRecordsDuty, runKeyRecordsSweep } from './key-records-sweep.dispatcher';
export { KeyRecords } from './key-records.store';
export { IdempotentAnswers, type Creation } from './idempotent-answers';
