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

export interface Offer extends Omit<DueDelivery, 'projectId'> {
  readonly batchId: string;
  /** The delivery had no offer before, and nobody has claimed this one. */
  readonly isFirst: boolean;
}

interface Row {
  batch_id: string;
  delivery_id: string;
  webhook_id: string;
  sequence: string;
  attempt: number;
  position: string;
  claimed_until: Date | null;
  is_first: boolean;
}

/**
 * Nobody was offered the delivery before, so its stream is empty and need not be read before the attempt. Where that is wrong, as offers are deleted
 * some time after they have expired, the append of the outcome meets another revision than it expects.
 */
export const isUnwritten = ({ isFirst, attempt, sequence }: Offer): boolean => isFirst && attempt === 1 && sequence > 0;

/** Task under which deliveries that cannot be made are passed over. */
export const deliveringTask = 'deliver';

/** How long an offer holds that nobody claims: longer than the workers may need for all batches that can be offered at once. */
export const offeredForMs = 90_000;
/** How long a claim holds. */
export const claimedForMs = 18_000;
/** How long one that cannot be delivered now is left alone. */
export const postponedForMs = 1_000;
const deletedAfterMs = 600_000;

/** The deliveries that are offered to the workers. Every method with a time goes by that which its caller gives. */
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
        is_first: true,
      })),
    );
    if (rows.length === 0) return;
    const again = Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, db.raw('excluded.??', [column])]));
    await db('webhooks.offer')
      .insert(rows)
      .onConflict('delivery_id')
      .merge({ ...again, is_first: false });
  },

  /**
   * Batches with offers that nobody has claimed for so long, in an order of chance; by the database's clock, which is the same for all workers. Some may
   * be in hand.
   */
  async findUnclaimedBatches(db: Database, limit: number, forMs: number): Promise<string[]> {
    const { rows } = await db.raw<{ rows: Pick<Row, 'batch_id'>[] }>(
      `select batch_id from (
         select distinct batch_id from webhooks.offer
         where claimed_until is null and offered_until > clock_timestamp()
           and offered_until <= clock_timestamp() + :lostMs * interval '1 millisecond') unclaimed
       order by random() limit :limit`,
      { lostMs: offeredForMs - forMs, limit },
    );
    return rows.map(({ batch_id }) => batch_id);
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
      batchId,
      isFirst: row.is_first && row.claimed_until === null,
    }));
  },

  /**
   * Claims offers of one batch, and gives the ids of the deliveries that this worker has now: each is claimed by one worker at a time. A claim expires
   * after `forMs` (18 s), so that the offer of a dead worker is due again.
   */
  async claim(db: Database, claimed: readonly Offer[], now: Date, forMs = claimedForMs): Promise<ReadonlySet<string>> {
    if (claimed.length === 0) return new Set();
    const rows = (await ofBatch(db, claimed)
      .andWhere((open) => open.whereNull('claimed_until').orWhere('claimed_until', '<', now))
      .update({ claimed_until: after(now, forMs) })
      .returning('delivery_id')) as Pick<Row, 'delivery_id'>[];
    return new Set(rows.map(({ delivery_id }) => delivery_id));
  },

  /** Makes an offer that the caller has claimed, and that cannot be delivered now, due again in a second. */
  async postpone(db: Database, offer: Offer, now: Date): Promise<void> {
    await ofBatch(db, [offer]).update({ claimed_until: after(now, postponedForMs) });
  },

  /** Gives back offers of one batch that the caller has claimed for 18 s at `claimedAt` and not begun with; a later claim stands. */
  async release(db: Database, claimed: readonly Offer[], claimedAt: Date): Promise<void> {
    if (claimed.length === 0) return;
    const ownClaim = { claimed_until: after(claimedAt, claimedForMs) };
    await ofBatch(db, claimed).andWhere(ownClaim).update({ claimed_until: null });
  },

  /**
   * Makes the offers of the batch that nobody has claimed due again at once. First offers are deleted: nothing came of them, so that the next one is the
   * first again, and nobody has to look for what was written.
   */
  async returnUnclaimed(db: Database, batchId: string, now: Date): Promise<void> {
    await db.raw(
      `with deleted as (delete from webhooks.offer where batch_id = :batchId and claimed_until is null and is_first)
       update webhooks.offer set claimed_until = :now where batch_id = :batchId and claimed_until is null and not is_first`,
      { batchId, now },
    );
  },

  async deleteExpired(db: Database, now: Date): Promise<void> {
    await db('webhooks.offer').where('offered_until', '<', after(now, -deletedAfterMs)).delete();
  },
};

/** These offers of the first one's batch, unless they were offered anew in another one. */
const ofBatch = (db: Database, offered: readonly Offer[]) =>
  db('webhooks.offer')
    .where({ batch_id: offered[0]?.batchId ?? null })
    .whereIn(
      'delivery_id',
      offered.map(({ deliveryId }) => deliveryId),
    );

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
