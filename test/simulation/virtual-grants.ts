import type { GrantBook, RoundRobinBook } from '@pps/pins';
import type { FairRounds } from './fair-rounds';
import type { GrantTable } from './grant-table';
import type { VirtualProcess } from './virtual-process';
import type { World } from './world';

/** The table of grants as a pacer reads it. */
export function virtualGrants({ time }: VirtualProcess, grants: GrantTable): GrantBook {
  return {
    readUnclaimed: async () => {
      let total = 0;
      for (const { cost } of grants.unclaimed) total += cost;
      return { count: grants.unclaimed.size, cost: total, simulatedCost: 0 };
    },
    reofferUnclaimed: async (afterMs) => {
      const lost = [...grants.unclaimed].filter(({ offeredAt }) => offeredAt < time.now - afterMs);
      for (const grant of lost) grants.offeredAgain(grant, time.now);
      return lost;
    },
    // What has been answered costs nothing here.
    markSeen: async () => undefined,
  };
}

/** The round robin as one pacer writes it: nothing once another one leads. `watch` sees when a round begins, who is put to sleep, and what a leader is about to grant. */
export function virtualRoundRobin(
  process: VirtualProcess,
  { roundRobin, queue, wayMs }: World,
  leads: () => boolean,
  watch: Pick<FairRounds, 'roundBegins' | 'putToSleep' | 'chosen'>,
): RoundRobinBook {
  const book = roundRobin.book((candidate) => queue.grants.give(candidate, process.time.now));
  const written = async <T>(write: () => Promise<T>, otherwise: T): Promise<T> => {
    await process.sleep(wayMs());
    return leads() ? write() : otherwise;
  };
  return {
    applyChanges: () => {
      watch.roundBegins();
      return written(() => book.applyChanges(), { applied: 0, areMore: false });
    },
    readNext: async (ask) => {
      await process.sleep(wayMs());
      return book.readNext(ask);
    },
    putToSleep: (sleeps) =>
      written(() => {
        watch.putToSleep(sleeps);
        return book.putToSleep(sleeps);
      }, 0),
    grant: async (chosen) => {
      if (chosen.length === 0) return [];
      return written(async () => {
        watch.chosen(chosen);
        return book.grant(chosen);
      }, []);
    },
    forgetIdle: () => written(() => book.forgetIdle(), undefined),
  };
}
