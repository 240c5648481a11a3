export { leasesMigrations } from './leases.migrations';
export type { FencingToken, Leadership } from './lease-term';
export { leadDuties, type Duty } from './lead-duties';
export { leaseIsHeld } from './lease-is-held';
export { readUnledSeconds } from './unled-seconds';
export { ledDuties } from './led-duties';
export { WriterLock } from './writer-lock';
export { endExclusiveWriter } from './end-exclusive-writer';
