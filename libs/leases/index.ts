export { leasesMigrations } from './leases.migrations';
export type { Leadership } from './lease';
export { lead } from './lease';
export { leaseIsHeld } from './held-lease';
export { ledDuties } from './led-duties';
