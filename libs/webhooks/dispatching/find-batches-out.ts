import { runByIndex, type Database } from '@pps/read-store';
import { slowFromMs } from '../delivery-records/write-backlogs';
import { claimedForMs, offeredForMs } from '../deliveries/offers.store';

/** Deliveries that are offered to the workers together and not finished. */
export interface BatchOut {
  readonly batchId: string;
  readonly webhookId: string;
  readonly projectId: string;
  /** Its webhook's last attempt was slow. */
  readonly isSlow: boolean;
  /** One of its attempts has run for 200 ms, so that it holds no slot of its worker any more, or nobody has claimed it for 2 s. */
  readonly isBegun: boolean;
  /** One of its attempts has run for 2 s. */
  readonly isLong: boolean;
}

const begunAfterMs = 200;
const lostAfterMs = 2_000;

/** Of a row of `webhooks.offer` named `offer`: nobody else may be offered its delivery now. */
export const isOffered = 'offer.offered_until > :now and coalesce(offer.claimed_until, offer.offered_until) > :now';

export async function findBatchesOut(db: Database, now: Date): Promise<readonly BatchOut[]> {
  const { rows } = await runByIndex<{ rows: Row[] }>(
    db,
    `select offer.batch_id, offer.webhook_id, target.project_id, target.is_slow, bool_or(coalesce(offer.claimed_until < :begunUntil, offer.offered_until < :lostUntil)) as is_begun,
       coalesce(bool_or(offer.claimed_until < :longUntil), false) as is_long
     from webhooks.offer offer
     join read.webhook_delivery delivery on delivery.id = offer.delivery_id and delivery.position = offer.position
     join read.webhook_delivery_target target on target.webhook_id = offer.webhook_id
     where ${isOffered} and delivery.status = 'pending'
     group by offer.batch_id, offer.webhook_id, target.project_id, target.is_slow`,
    {
      now,
      begunUntil: before(now, begunAfterMs, claimedForMs),
      lostUntil: before(now, lostAfterMs, offeredForMs),
      longUntil: before(now, slowFromMs, claimedForMs),
    },
  );
  return rows.map((row) => ({
    batchId: row.batch_id,
    webhookId: row.webhook_id,
    projectId: row.project_id,
    isSlow: row.is_slow,
    isBegun: row.is_begun,
    isLong: row.is_long,
  }));
}

interface Row {
  readonly batch_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly is_slow: boolean;
  readonly is_begun: boolean;
  readonly is_long: boolean;
}

/** Until when something holds that began so long ago and holds for so long. */
const before = (now: Date, agoMs: number, forMs: number): Date => new Date(now.getTime() - agoMs + forMs);
