import type { Due } from './due-deliveries';
import type { Batch } from './offers.store';

/** Spreads each webhook's due deliveries over its free slots, keeping their order within a batch; `newBatchId` is called once per batch. */
export function batchesOf(due: Due['deliveries'], newBatchId: () => string): Batch[] {
  const byWebhook = new Map<string, Due['deliveries'][number][]>();
  for (const delivery of due) byWebhook.set(delivery.webhookId, [...(byWebhook.get(delivery.webhookId) ?? []), delivery]);
  return [...byWebhook.values()].flatMap((deliveries) => {
    const [{ projectId, freeSlots }] = deliveries as [Due['deliveries'][number]];
    const count = Math.min(freeSlots, deliveries.length);
    return Array.from({ length: count }, (_, slot) => ({
      batchId: newBatchId(),
      projectId,
      deliveries: deliveries.filter((__, index) => index % count === slot),
    }));
  });
}
