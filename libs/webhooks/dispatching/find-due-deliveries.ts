import { isPassedOver, type Database } from '@pps/read-store';
import { deliveringTask } from '../deliveries/delivering-task';
import type { DueDelivery } from '../deliveries/offers.store';

interface Row {
  id: string;
  webhook_id: string;
  project_id: string;
  sequence: string;
  attempt_count: number;
  position: string;
  free_slots: string;
  out_count: string;
}

export interface DueDeliveries {
  readonly deliveries: readonly (DueDelivery & { readonly freeSlots: number })[];
  /** Batches that are offered to the workers and not finished. */
  readonly batchesOut: number;
}

export const slotsPerWebhook = 2;
export const deliveriesPerBatch = 10;
const maxDeliveries = 2_000;

/**
 * The deliveries that may be offered to the workers now, as the read model of deliveries says: for each webhook with a free slot as many as
 * its free slots take, the earliest due first. The recursive query finds waiting webhooks by jumping through an index instead of scanning it.
 */
export async function findDueDeliveries(db: Database, now: Date): Promise<DueDeliveries> {
  const perWebhook = slotsPerWebhook * deliveriesPerBatch;
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with recursive out as materialized (
       select offer.delivery_id, offer.webhook_id, offer.batch_id
       from webhooks.offer offer
       join read.webhook_delivery delivery on delivery.id = offer.delivery_id and delivery.position = offer.position
       where offer.offered_until > :now and coalesce(offer.claimed_until, offer.offered_until) > :now and delivery.status = 'pending'),
     busy as materialized (select webhook_id, count(distinct batch_id) as slots from out group by webhook_id),
     waiting as (
       (select webhook_id from read.webhook_delivery where status = 'pending' order by webhook_id limit 1)
       union all
       select (select webhook_id from read.webhook_delivery
               where status = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
       from waiting where waiting.webhook_id is not null),
     free as (
       select waiting.webhook_id, :slots - coalesce(busy.slots, 0) as slots
       from waiting
       join read.webhook_delivery_target target on target.webhook_id = waiting.webhook_id and target.is_enabled and not target.is_deleted
       left join busy on busy.webhook_id = waiting.webhook_id
       where coalesce(busy.slots, 0) < :slots),
     due as (
       select delivery.*, free.slots,
         row_number() over (partition by delivery.webhook_id order by delivery.next_attempt_at, delivery.sequence) as rank
       from free
       cross join lateral (
         select id, webhook_id, project_id, sequence, attempt_count, position, next_attempt_at from read.webhook_delivery
         where status = 'pending' and webhook_id = free.webhook_id and next_attempt_at <= :now
           and not ${isPassedOver(deliveringTask, 'id::text')}
         order by next_attempt_at, sequence limit :scanned) delivery
       where not exists (select 1 from out where out.delivery_id = delivery.id))
     select id, webhook_id, project_id, sequence, attempt_count, position, slots as free_slots,
       (select count(distinct batch_id) from out) as out_count
     from due where rank <= slots * :batch order by rank, next_attempt_at limit :most`,
    { now, slots: slotsPerWebhook, scanned: 2 * perWebhook, batch: deliveriesPerBatch, most: maxDeliveries },
  );
  return { deliveries: rows.map(fromRow), batchesOut: Number(rows[0]?.out_count ?? 0) };
}

const fromRow = (row: Row) => ({
  deliveryId: row.id,
  webhookId: row.webhook_id,
  projectId: row.project_id,
  sequence: Number(row.sequence),
  attempt: row.attempt_count + 1,
  position: row.position,
  freeSlots: Number(row.free_slots),
});
