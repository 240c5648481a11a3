import { passOver } from '@pps/read-store';
import type { WorkItem } from '@pps/work-queue';
import { deliverOffer, type DeliverWebhookDeps } from './deliver-offer';
import { deliveringTask } from './delivering-task';
import { offers, type Offer } from './offers.store';

const maxBatchMs = 5_000;

/** Makes a batch's deliveries one after another, until an endpoint fails or 5 s have passed; the remaining ones are due again at once. */
export function deliverWebhook(deps: DeliverWebhookDeps): (work: WorkItem) => Promise<void> {
  const { db, clock } = deps;
  return async (work) => {
    const startedMs = performance.now();
    try {
      for (const offer of await offers.findBatch(db, work.id)) {
        const goesOn = await deliverOffer(deps, offer).catch((error: unknown) => passOverDelivery(deps, offer, error));
        if (!goesOn || performance.now() - startedMs > maxBatchMs) return;
      }
    } finally {
      await offers.returnUnclaimed(db, work.id, clock());
    }
  };
}

/** A delivery that cannot be made, for a reason that is not its endpoint's, must not keep the others of its webhook. */
async function passOverDelivery({ db, onError }: DeliverWebhookDeps, { deliveryId }: Offer, error: unknown): Promise<true> {
  await passOver(db, deliveringTask, deliveryId, error);
  onError(error);
  return true;
}
