import type { WorkItem } from '@pps/work-queue';
import { createDeliveringProcess, deliverBatch } from './deliver-batch';
import type { DeliverWebhookDeps } from './deliver-webhook-deps';
import { offers } from './offers.store';

/** Makes a batch's deliveries, until its endpoint fails or 5 s have passed; the remaining ones are due again at once. */
export function deliverWebhook(deps: DeliverWebhookDeps): (work: WorkItem) => Promise<void> {
  const { db, clock } = deps;
  const process = createDeliveringProcess();
  return async (work) => {
    try {
      await deliverBatch(deps, await offers.findBatch(db, work.id), process);
    } finally {
      await offers.returnUnclaimed(db, work.id, clock());
    }
  };
}
