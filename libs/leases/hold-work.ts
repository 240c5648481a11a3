import { groupCalls, SingleFlight } from '@pps/concurrency';
import type { Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { releaseHolds, renewHolds, takeHolds } from './held-work.store';

/** Does the work of this name unless it is being done somewhere, in this process or another: then it is left to whoever does it. */
export type DoAlone = (work: string, run: () => Promise<void>) => Promise<void>;

interface Hold {
  readonly work: string;
  readonly holder: string;
}

const renewEveryMs = 2_500;
const mostTogether = 256;

/**
 * For work that several may find due at the same time and that must not be done side by side. Its hold is renewed for as long as it lasts; that of a
 * process that dies ends after 8 s.
 */
export function holdWork(db: Database): DoAlone {
  const inHand = new Map<string, string>();
  const renewing = new SingleFlight(() => renewHolds(db, inHand));
  let timer: NodeJS.Timeout | undefined;
  const take = groupCalls<Hold, boolean>(async (holds) => {
    const taken = await takeHolds(db, byHolder(holds));
    return holds.map(({ holder }) => taken.has(holder));
  }, mostTogether);
  const release = groupCalls<Hold, void>(async (holds) => {
    await releaseHolds(db, byHolder(holds));
    return holds.map(() => undefined);
  }, mostTogether);

  return async (work, run) => {
    const holder = randomUUID();
    if (!(await take({ work, holder }))) return;
    inHand.set(holder, work);
    // A renewal that fails is followed by the next one.
    timer ??= setInterval(() => void renewing.run().catch(() => undefined), renewEveryMs);
    try {
      await run();
    } finally {
      inHand.delete(holder);
      if (inHand.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      // Without the database it ends by itself.
      await release({ work, holder }).catch(() => undefined);
    }
  };
}

const byHolder = (holds: readonly Hold[]): ReadonlyMap<string, string> => new Map(holds.map(({ work, holder }) => [holder, work]));
