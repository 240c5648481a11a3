export { leasesMigrations } from './leases.migrations';
export type { FencingToken, Leadership } from './lease-term';
export { leadDuties, type Duty } from './lead-duties';
export { LeaseRenewals } from './lease-renewals';
export { leaseIsHeld, readUnledSeconds, ledDuties } from './lease.store';
export { WriterLock } from './writer-lock';
export { endExclusiveWriter } from './end-exclusive-writer';
export { holdWork, type DoAlone } from './hold-work';
