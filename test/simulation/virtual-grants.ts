import type { Candidate, GrantBook } from '@pps/pins';
import type { VirtualProcess } from './virtual-process';
import type { VirtualQueue } from './virtual-queue';

/** The table of grants as one pacer writes it: nothing once another one leads. */
export function virtualGrants(
  process: VirtualProcess,
  queue: VirtualQueue,
  wayMs: () => number,
  leads: () => boolean,
): Pick<GrantBook, 'give' | 'unclaimed' | 'lost'> {
  const { time } = process;
  return {
    give: async (candidates: readonly Candidate[]) => {
      await process.sleep(wayMs());
      return leads() ? candidates.filter((candidate) => queue.give(candidate, time.now)) : [];
    },
    unclaimed: async () => {
      const costByAccount = new Map<string, number>();
      for (const { accountId, cost } of queue.unclaimed) costByAccount.set(accountId, (costByAccount.get(accountId) ?? 0) + cost);
      const cost = [...costByAccount.values()].reduce((sum, each) => sum + each, 0);
      return { count: queue.unclaimed.size, cost, simulatedCost: 0, costByAccount };
    },
    lost: async (afterMs: number) => {
      const lost = [...queue.unclaimed].filter(({ offeredAt }) => offeredAt < time.now - afterMs);
      for (const grant of lost) grant.offeredAt = time.now;
      return lost;
    },
  };
}
