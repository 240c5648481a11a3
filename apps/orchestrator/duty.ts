import type { Leadership } from '@pps/leases';

/** Something exactly one process does at a time, under a lease of this name. */
export interface Duty {
  readonly name: string;
  readonly run: (leadership: Leadership) => Promise<void>;
}
