import { moveTables, type Migration } from '@pps/read-store';

export const leasesMigrations: readonly Migration[] = [moveTables('leases/001-own-schema', 'leases', [{ from: 'lease', to: 'lease' }])];
