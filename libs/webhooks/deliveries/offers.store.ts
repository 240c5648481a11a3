import { runPrepared, type Database } from '@pps/read-store';

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

/** A wish to have these offers of one batch, of those that are free. It expires, so that what a dead worker had is due again. */
export interface OfferClaim {
  readonly offered: readonly Offer[];
  /** How long it holds; 18 s where it is absent. */
  readonly forMs?: number;
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

/**
 * The deliveries that are offered to the workers. Every method with a time goes by that which its caller gives. Statements of several batches lock their
 * rows in the order of the deliveries, so that none waits for one that waits for it.
 */
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
    rows.sort((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1));
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

  /** Of each batch its offers in the order of their events, tests last; none when all of them were offered again in other batches. */
  async findBatches(db: Database, batchIds: readonly string[]): Promise<Offer[][]> {
    const { rows } = await runPrepared<{ rows: Row[] }>(
      db,
      `select batch_id, delivery_id, webhook_id, sequence, attempt, position, claimed_until, is_first from webhooks.offer
       where batch_id = any(array(select unnest(:batchIds::uuid[]))) order by sequence = 0, sequence, delivery_id`,
      { batchIds },
    );
    const byBatch = new Map<string, Offer[]>(batchIds.map((batchId) => [batchId, []]));
    for (const row of rows) byBatch.get(row.batch_id)?.push(offerOf(row));
    return batchIds.map((batchId) => byBatch.get(batchId) ?? []);
  },

  /** Makes these claims as of `now`, and gives for each the ids of the deliveries that this worker has by it now: a delivery is claimed by one worker at a time. */
  async claim(db: Database, claims: readonly OfferClaim[], now: Date): Promise<ReadonlySet<string>[]> {
    const wanted = claims.flatMap(({ offered, forMs = claimedForMs }, index) =>
      offered.map(({ batchId, deliveryId }) => ({ index, batchId, deliveryId, until: after(now, forMs) })),
    );
    const claimed = claims.map(() => new Set<string>());
    if (wanted.length === 0) return claimed;
    const { rows } = await runPrepared<{ rows: { index: number; delivery_id: string }[] }>(
      db,
      `with own as materialized (
         select delivery_id, claim.index, claim.until
         from unnest(:indexes::int[], :batches::uuid[], array(select unnest(:deliveries::uuid[])), :until::timestamptz[]) claim (index, batch_id, delivery_id, until)
         join webhooks.offer using (delivery_id, batch_id)
         where claimed_until is null or claimed_until < :now
         order by delivery_id for update of offer)
       update webhooks.offer set claimed_until = own.until from own where offer.delivery_id = own.delivery_id
       returning own.index, offer.delivery_id`,
      {
        indexes: wanted.map(({ index }) => index),
        batches: wanted.map(({ batchId }) => batchId),
        deliveries: wanted.map(({ deliveryId }) => deliveryId),
        now,
        until: wanted.map(({ until }) => until),
      },
    );
    for (const { index, delivery_id: deliveryId } of rows) claimed[index]?.add(deliveryId);
    return claimed;
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
   * Makes the offers of these batches that nobody has claimed due again at once. First offers are deleted: nothing came of them, so that the next one is the
   * first again, and nobody has to look for what was written.
   */
  async returnUnclaimed(db: Database, batchIds: readonly string[], now: Date): Promise<void> {
    await runPrepared(
      db,
      `with own as materialized (
         select delivery_id from webhooks.offer where batch_id = any(array(select unnest(:batchIds::uuid[]))) and claimed_until is null order by delivery_id for update),
       deleted as (delete from webhooks.offer using own where offer.delivery_id = own.delivery_id and is_first)
       update webhooks.offer set claimed_until = :now from own where offer.delivery_id = own.delivery_id and not is_first`,
      { batchIds, now },
    );
  },

  async deleteExpired(db: Database, now: Date): Promise<void> {
    await db('webhooks.offer').where('offered_until', '<', after(now, -deletedAfterMs)).delete();
  },
};

const offerOf = (row: Row): Offer => ({
  deliveryId: row.delivery_id,
  webhookId: row.webhook_id,
  sequence: Number(row.sequence),
  attempt: row.attempt,
  position: row.position,
  batchId: row.batch_id,
  isFirst: row.is_first && row.claimed_until === null,
});

/** These offers of the first one's batch, unless they were offered anew in another one. */
const ofBatch = (db: Database, offered: readonly Offer[]) =>
  db('webhooks.offer')
    .where({ batch_id: offered[0]?.batchId ?? null })
    .whereIn(
      'delivery_id',
      offered.map(({ deliveryId }) => deliveryId),
    );

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
