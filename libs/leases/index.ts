export { leasesMigrations } from './leases.migrations';
export type { FencingToken, Leadership } from './lead-duty';
export { leadDuty } from './lead-duty';
export { LeaseRenewals } from './lease-renewals';
export { leaseIsHeld } from './lease-is-held';
export { readUnledSeconds } from './unled-seconds';
export { ledDuties } from './led-duties';
export { WriterLock, type WriterLockOptions } from './writer-lock';
export { endExclusiveWriter } from './end-exclusive-writer';
