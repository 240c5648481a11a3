import { LRUCache } from 'lru-cache';
import type { BatchOut } from './find-batches-out';

const remembered = 50_000;
const rememberedForMs = 3_600_000;

/** Webhooks whose batches have ended soon within the last hour, as this process has seen it: of all others it is not known whether they hang. */
export class AnsweringEndpoints {
  private readonly answering = new LRUCache<string, true>({ max: remembered, ttl: rememberedForMs });
  /** Offered, and not seen to end yet; no more than the lanes hold. */
  private readonly offered = new Set<string>();

  has(webhookId: string): boolean {
    return this.answering.has(webhookId);
  }

  noteOffered(webhookIds: readonly string[]): void {
    for (const webhookId of webhookIds) this.offered.add(webhookId);
  }

  /** Takes in which batches are out now: a webhook of which one has run for long does not answer, one of which none is out any more has answered. */
  noteOut(out: readonly BatchOut[]): void {
    const stillOut = new Set(out.map(({ webhookId }) => webhookId));
    for (const { webhookId, isLong } of out) if (isLong) this.forget(webhookId);
    for (const webhookId of this.offered) {
      if (stillOut.has(webhookId)) continue;
      this.offered.delete(webhookId);
      this.answering.set(webhookId, true);
    }
  }

  private forget(webhookId: string): void {
    this.offered.delete(webhookId);
    this.answering.delete(webhookId);
  }
}
