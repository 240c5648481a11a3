import type { UnsettledQuota, UnsettledUnit } from '@pps/pins/testing';

/** Units that wait for their pins, of a world in memory; what fails with one of them fails the simulation. */
export function unsettledInMemory(units = new Map<string, UnsettledUnit>()): UnsettledQuota {
  return {
    note: async (noted, settledEntryIds) => {
      for (const unit of noted) if (!units.has(unit.entryId)) units.set(unit.entryId, unit);
      for (const entryId of settledEntryIds) units.delete(entryId);
    },
    findDue: async (reservedBefore) =>
      [...units.values()].filter(({ reservedAt }) => reservedAt < reservedBefore.toISOString()).slice(0, 100),
    passOver: async (_, error) => {
      throw error;
    },
    remove: async (entryId) => void units.delete(entryId),
  };
}
