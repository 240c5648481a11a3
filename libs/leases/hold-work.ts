import { SingleFlight } from '@pps/concurrency';
import type { Database } from '@pps/read-store';
import { randomUUID } from 'node:crypto';
import { releaseHold, renewHolds, takeHold } from './held-work.store';

/** Does the work of this name unless it is being done somewhere, in this process or another: then it is left to whoever does it. */
export type DoAlone = (work: string, run: () => Promise<void>) => Promise<void>;

const renewEveryMs = 2_500;

/**
 * For work that several may find due at the same time and that must not be done side by side. Its hold is renewed for as long as it lasts; that of a
 * process that dies ends after 8 s.
 */
export function holdWork(db: Database): DoAlone {
  const inHand = new Map<string, string>();
  const renewing = new SingleFlight(() => renewHolds(db, inHand));
  let timer: NodeJS.Timeout | undefined;

  return async (work, run) => {
    const holder = randomUUID();
    if (!(await takeHold(db, work, holder))) return;
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
      await releaseHold(db, work, holder).catch(() => undefined);
    }
  };
}
