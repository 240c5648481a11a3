import type { VersionedMigration } from '@pps/read-store';

/** Accounts that an earlier release parked for years are free again within a day. */
export const boundedParkingMigration: VersionedMigration = {
  name: 'pins/010-bounded-parking',
  up: async (tx) => {
    await tx.raw(`
      update pins.pacing_bucket set parked_until = clock_timestamp() + interval '1 day'
      where parked_until > clock_timestamp() + interval '1 day'`);
  },
};
