import type { Candidate, GrantBook } from '@pps/pins';
import type { GrantTable } from './grant-table';
import type { VirtualProcess } from './virtual-process';

/** The table of grants as one pacer writes it: nothing once another one leads. `onGive` sees what a leader is about to grant. */
export function virtualGrants(
  process: VirtualProcess,
  grants: GrantTable,
  wayMs: () => number,
  leads: () => boolean,
  onGive: (candidates: readonly Candidate[]) => void,
): GrantBook {
  const { time } = process;
  return {
    give: async (candidates) => {
      await process.sleep(wayMs());
      if (!leads()) return [];
      onGive(candidates);
      return candidates.filter((candidate) => grants.give(candidate, time.now));
    },
    readUnclaimed: async () => {
      const costByAccount = new Map<string, number>();
      let total = 0;
      for (const { accountId, cost } of grants.unclaimed) {
        costByAccount.set(accountId, (costByAccount.get(accountId) ?? 0) + cost);
        total += cost;
      }
      return { count: grants.unclaimed.size, cost: total, simulatedCost: 0, costByAccount };
    },
    reofferUnclaimed: async (afterMs) => {
      const lost = [...grants.unclaimed].filter(({ offeredAt }) => offeredAt < time.now - afterMs);
      for (const grant of lost) grants.offeredAgain(grant, time.now);
      return lost;
    },
  };
}
