export { leasesMigrations } from './leases.migrations';
export type { Leadership } from './lead-duty';
export { leadDuty } from './lead-duty';
export { leaseIsHeld } from './held-lease';
export { ledDuties } from './led-duties';
