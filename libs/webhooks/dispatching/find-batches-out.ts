import type { Database } from '@pps/read-store';
import { slowFromMs } from '../delivery-records/write-backlogs';
import { claimedForMs } from '../deliveries/offers.store';

/** Deliveries that are offered to the workers together and not finished. */
export interface BatchOut {
  readonly webhookId: string;
  readonly projectId: string;
  /** Its webhook's last attempt was slow. */
  readonly isSlow: boolean;
  /** One of its attempts has run for 2 s. */
  readonly isLong: boolean;
}

/** Of a row of `webhooks.offer` named `offer`: nobody else may be offered its delivery now. */
export const isOffered = 'offer.offered_until > :now and coalesce(offer.claimed_until, offer.offered_until) > :now';

export async function findBatchesOut(db: Database, now: Date): Promise<readonly BatchOut[]> {
  const { rows } = await db.raw<{ rows: { webhook_id: string; project_id: string; is_slow: boolean; is_long: boolean }[] }>(
    `select offer.webhook_id, target.project_id, target.is_slow, coalesce(bool_or(offer.claimed_until < :longUntil), false) as is_long
     from webhooks.offer offer
     join read.webhook_delivery delivery on delivery.id = offer.delivery_id and delivery.position = offer.position
     join read.webhook_delivery_target target on target.webhook_id = offer.webhook_id
     where ${isOffered} and delivery.status = 'pending'
     group by offer.batch_id, offer.webhook_id, target.project_id, target.is_slow`,
    { now, longUntil: new Date(now.getTime() + claimedForMs - slowFromMs) },
  );
  return rows.map((row) => ({ webhookId: row.webhook_id, projectId: row.project_id, isSlow: row.is_slow, isLong: row.is_long }));
}
