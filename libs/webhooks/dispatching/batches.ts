import type { DueDeliveries } from './find-due-deliveries';
import type { Batch } from '../deliveries/offers.store';

/** Distributes each webhook's due deliveries over its free slots, one batch per slot, in order within a batch. `newBatchId` is called once per batch. */
export function batchesOf(due: DueDeliveries, newBatchId: () => string): Batch[] {
  const byWebhook = new Map<string, DueDeliveries[number][]>();
  for (const delivery of due) byWebhook.set(delivery.webhookId, [...(byWebhook.get(delivery.webhookId) ?? []), delivery]);
  return [...byWebhook.values()].flatMap((deliveries) => {
    const [{ projectId, freeSlots }] = deliveries as [DueDeliveries[number]];
    const count = Math.min(freeSlots, deliveries.length);
    return Array.from({ length: count }, (_, slot) => ({
      batchId: newBatchId(),
      projectId,
      deliveries: deliveries.filter((__, index) => index % count === slot),
    }));
  });
}
