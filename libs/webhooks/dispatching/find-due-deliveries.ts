import { isPassedOver, runByIndex, type Database } from '@pps/read-store';
import { deliveringTask, type DueDelivery } from '../deliveries/offers.store';
import { isOffered } from './find-batches-out';
import type { DueWebhook } from './find-due-webhooks';

interface Row {
  id: string;
  webhook_id: string;
  project_id: string;
  sequence: string;
  attempt_count: number;
  position: string;
  free_slots: number;
}

export type DueDeliveries = readonly (DueDelivery & { readonly freeSlots: number })[];

/** So many deliveries make a batch where few webhooks have any, so that an endpoint that answers fast waits for the next one less often. */
export const mostPerBatch = 32;
const leastPerBatch = 10;
const deliveriesPerRound = 640;

const isFree = `status = 'pending' and webhook_id = free.webhook_id and not ${isPassedOver(deliveringTask, 'id::text')}
  and not exists (
    select 1 from webhooks.offer offer
    where offer.delivery_id = delivery.id and offer.position = delivery.position and ${isOffered})`;
const columns = 'id, webhook_id, project_id, sequence, attempt_count, position, next_attempt_at';

/**
 * The deliveries of these webhooks that may be offered to the workers now, for each as many as its free slots take: first those that were held, the
 * oldest first, then those that are due, the earliest due first.
 */
export async function findDueDeliveries(db: Database, webhooks: readonly DueWebhook[], now: Date): Promise<DueDeliveries> {
  if (webhooks.length === 0) return [];
  const slots = webhooks.reduce((sum, { freeSlots }) => sum + freeSlots, 0);
  const { rows } = await runByIndex<{ rows: Row[] }>(
    db,
    `select due.*, free.slots as free_slots
     from unnest(:webhooks::uuid[], :slots::int[], :releaseFrom::bigint[], :releaseBefore::bigint[]) free (webhook_id, slots, release_from, release_before)
     cross join lateral (
       select * from (
         (select ${columns}, requested_position as held_at from read.webhook_delivery delivery
          where requested_position >= free.release_from and position < free.release_before and ${isFree}
          order by requested_position limit free.slots * :batch)
         union all
         (select ${columns}, null as held_at from read.webhook_delivery delivery
          where next_attempt_at <= :now and (free.release_before is null or position >= free.release_before) and ${isFree}
          order by next_attempt_at, sequence limit free.slots * :batch)) candidate
       order by held_at nulls last, next_attempt_at, sequence limit free.slots * :batch) due
     order by due.held_at nulls last, due.next_attempt_at, due.sequence`,
    {
      now,
      webhooks: webhooks.map(({ webhookId }) => webhookId),
      slots: webhooks.map(({ freeSlots }) => freeSlots),
      releaseFrom: webhooks.map(({ release }) => release?.from ?? null),
      releaseBefore: webhooks.map(({ release }) => release?.before ?? null),
      batch: Math.max(leastPerBatch, Math.min(mostPerBatch, Math.floor(deliveriesPerRound / slots))),
    },
  );
  return rows.map(fromRow);
}

const fromRow = (row: Row) => ({
  deliveryId: row.id,
  webhookId: row.webhook_id,
  projectId: row.project_id,
  sequence: Number(row.sequence),
  attempt: row.attempt_count + 1,
  position: row.position,
  freeSlots: row.free_slots,
});
