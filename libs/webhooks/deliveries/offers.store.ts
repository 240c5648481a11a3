import type { Database } from '@pps/read-store';

/** A delivery that is due; `position` names the fact after which it is, so that a delivery that has moved on is another offer. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly position: string;
}

/** Deliveries of one webhook, made one after another: together they hold one of its slots. */
export interface Batch {
  readonly batchId: string;
  readonly projectId: string;
  readonly deliveries: readonly DueDelivery[];
}

export type Offer = Omit<DueDelivery, 'projectId'>;

interface Row {
  delivery_id: string;
  webhook_id: string;
  sequence: string;
  attempt: number;
  position: string;
}

// Longer than what the workers may take for all that can be out at once.
const offeredForMs = 90_000;
const claimedForMs = 18_000;
const givenBackForMs = 1_000;
const sweptAfterMs = 600_000;

/** What has been handed to the workers. Times are the caller's. */
export const offers = {
  async make(db: Database, batches: readonly Batch[], now: Date): Promise<void> {
    const rows = batches.flatMap(({ batchId, deliveries }) =>
      deliveries.map(({ deliveryId, webhookId, sequence, attempt, position }) => ({
        delivery_id: deliveryId,
        webhook_id: webhookId,
        batch_id: batchId,
        sequence,
        attempt,
        position,
        offered_until: after(now, offeredForMs),
        claimed_until: null,
      })),
    );
    if (rows.length > 0) await db('webhooks.offer').insert(rows).onConflict('delivery_id').merge();
  },

  /** The batch in its order; empty when it has been offered anew as part of another. */
  async ofBatch(db: Database, batchId: string): Promise<Offer[]> {
    const rows = (await db('webhooks.offer').where({ batch_id: batchId }).orderBy(['sequence', 'delivery_id']).select('*')) as Row[];
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      webhookId: row.webhook_id,
      sequence: Number(row.sequence),
      attempt: row.attempt,
      position: row.position,
    }));
  },

  /** True for one worker at a time; one that dies with it loses the claim after 18 s. */
  async claim(db: Database, { deliveryId, position }: Offer, now: Date): Promise<boolean> {
    const claimed = await db('webhooks.offer')
      .where({ delivery_id: deliveryId, position })
      .andWhere((open) => open.whereNull('claimed_until').orWhere('claimed_until', '<', now))
      .update({ claimed_until: after(now, claimedForMs) });
    return claimed === 1;
  },

  /** For work that turned out not to be wanted now: it is due again in a second. */
  async giveBack(db: Database, { deliveryId, position }: Offer, now: Date): Promise<void> {
    await db('webhooks.offer')
      .where({ delivery_id: deliveryId, position })
      .update({ claimed_until: after(now, givenBackForMs) });
  },

  /** What of the batch nobody has claimed is due again at once. */
  async giveBackRest(db: Database, batchId: string, now: Date): Promise<void> {
    await db('webhooks.offer').where({ batch_id: batchId }).whereNull('claimed_until').update({ claimed_until: now });
  },

  async sweep(db: Database, now: Date): Promise<void> {
    await db('webhooks.offer').where('offered_until', '<', after(now, -sweptAfterMs)).delete();
  },
};

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
