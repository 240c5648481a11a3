import type { WorkItem } from '@pps/work-queue';
import { deliverOffer, type DeliverWebhookDeps } from './deliver-offer';
import { offers } from './offers.store';

const maxBatchMs = 5_000;

/** Makes a batch's deliveries one after another, until one fails or 5 s have passed; the remaining ones are due again at once. */
export function deliverWebhook(deps: DeliverWebhookDeps): (work: WorkItem) => Promise<void> {
  const { db, clock } = deps;
  return async (work) => {
    const startedMs = performance.now();
    try {
      for (const offer of await offers.findBatch(db, work.id)) {
        if (!(await deliverOffer(deps, offer)) || performance.now() - startedMs > maxBatchMs) return;
      }
    } finally {
      await offers.returnUnclaimed(db, work.id, clock());
    }
  };
}
