import type { Database } from '@pps/read-store';

/** A delivery that is due as of the fact at `position`; after another fact it is another offer. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly position: string;
}

/** Deliveries of one webhook that are made one after another; together they occupy one of its slots. */
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

/** How long an offer holds that nobody claims: longer than the workers may need for all batches that can be offered at once. */
export const offeredForMs = 90_000;
/** How long a claim holds. */
export const claimedForMs = 18_000;
/** How long one that cannot be delivered now is left alone. */
export const postponedForMs = 1_000;
const deletedAfterMs = 600_000;

/** The deliveries that are offered to the workers. Every method goes by the time that its caller gives. */
export const offers = {
  async save(db: Database, batches: readonly Batch[], now: Date): Promise<void> {
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

  /** The batch's offers in the order of their events, tests last; empty when all of them were offered again in other batches. */
  async findBatch(db: Database, batchId: string): Promise<Offer[]> {
    const ordered = db('webhooks.offer').where({ batch_id: batchId }).orderByRaw('sequence = 0, sequence, delivery_id');
    const rows = (await ordered.select('*')) as Row[];
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      webhookId: row.webhook_id,
      sequence: Number(row.sequence),
      attempt: row.attempt,
      position: row.position,
    }));
  },

  /** Claims an offer; true for one worker at a time. A claim expires after `forMs` (18 s), so that the offer of a dead worker is due again. */
  async claim(db: Database, { deliveryId, position }: Offer, now: Date, forMs = claimedForMs): Promise<boolean> {
    const claimed = await db('webhooks.offer')
      .where({ delivery_id: deliveryId, position })
      .andWhere((open) => open.whereNull('claimed_until').orWhere('claimed_until', '<', now))
      .update({ claimed_until: after(now, forMs) });
    return claimed === 1;
  },

  /** Makes an offer that the caller has claimed, and that cannot be delivered now, due again in a second. */
  async postpone(db: Database, { deliveryId, position }: Offer, now: Date): Promise<void> {
    await db('webhooks.offer')
      .where({ delivery_id: deliveryId, position })
      .update({ claimed_until: after(now, postponedForMs) });
  },

  /** Makes the offers of the batch that nobody has claimed due again at once. */
  async returnUnclaimed(db: Database, batchId: string, now: Date): Promise<void> {
    await db('webhooks.offer').where({ batch_id: batchId }).whereNull('claimed_until').update({ claimed_until: now });
  },

  async deleteExpired(db: Database, now: Date): Promise<void> {
    await db('webhooks.offer').where('offered_until', '<', after(now, -deletedAfterMs)).delete();
  },
};

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
