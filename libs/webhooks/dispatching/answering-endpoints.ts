import { LRUCache } from 'lru-cache';
import type { Batch } from '../deliveries/offers.store';
import type { BatchOut } from './find-batches-out';

const remembered = 50_000;
const rememberedForMs = 3_600_000;

/** Webhooks whose batches have ended soon within the last hour, as this process has seen it: of all others it is not known whether they hang. */
export class AnsweringEndpoints {
  private readonly answering = new LRUCache<string, true>({ max: remembered, ttl: rememberedForMs });
  /** Webhooks of the batches that were offered, by the batch, until it is seen to end or to take long; no more than the lanes hold. */
  private readonly offered = new Map<string, string>();

  has(webhookId: string): boolean {
    return this.answering.has(webhookId);
  }

  noteOffered(batches: readonly Batch[]): void {
    for (const { batchId, deliveries } of batches) for (const { webhookId } of deliveries) this.offered.set(batchId, webhookId);
  }

  /** `out`: the batches that are open now. One that has ended shows that its endpoint answers, one that has run for long that it does not. */
  noteOpenBatches(out: readonly BatchOut[]): void {
    const stillOut = new Set(out.map(({ batchId }) => batchId));
    for (const [batchId, webhookId] of this.offered) {
      if (stillOut.has(batchId)) continue;
      this.offered.delete(batchId);
      this.answering.set(webhookId, true);
    }
    for (const { batchId, webhookId, isLong } of out) {
      if (!isLong) continue;
      this.offered.delete(batchId);
      this.answering.delete(webhookId);
    }
  }
}
