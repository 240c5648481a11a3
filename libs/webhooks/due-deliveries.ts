import type { Database } from '@pps/read-store';
import type { DueDelivery } from './offers';

interface Row {
  id: string;
  webhook_id: string;
  project_id: string;
  sequence: string;
  attempt_count: number;
  position: string;
}

export interface Due {
  /** At most two of a webhook, counting those that are out; the earliest first. */
  readonly deliveries: readonly DueDelivery[];
  readonly outCount: number;
}

const slotsPerWebhook = 2;
const mostWebhooksLookedAt = 2_000;

/** What may be handed to the workers now, by the read model of deliveries. Webhooks that wait are found by skipping through an index. */
export async function dueDeliveries(db: Database, now: Date): Promise<Due> {
  const { rows } = await db.raw<{ rows: (Row & { out_count: string })[] }>(
    `with recursive out as materialized (
       select offer.delivery_id, offer.webhook_id
       from service.webhook_offer offer
       join read.webhook_delivery delivery on delivery.id = offer.delivery_id and delivery.position = offer.position
       where coalesce(offer.claimed_until, offer.offered_until) > :now and offer.offered_until > :oldest and delivery.status = 'pending'),
     waiting as (
       (select webhook_id from read.webhook_delivery where status = 'pending' order by webhook_id limit 1)
       union all
       select (select webhook_id from read.webhook_delivery
               where status = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
       from waiting where waiting.webhook_id is not null),
     due as (
       select delivery.*, row_number() over (partition by delivery.webhook_id order by delivery.next_attempt_at, delivery.sequence) as turn
       from waiting
       join read.webhook_delivery_target target on target.webhook_id = waiting.webhook_id and target.is_enabled and not target.is_deleted
       cross join lateral (
         select id, webhook_id, project_id, sequence, attempt_count, position, next_attempt_at from read.webhook_delivery
         where status = 'pending' and webhook_id = waiting.webhook_id and next_attempt_at <= :now
         order by next_attempt_at, sequence limit :slots * 2) delivery
       where not exists (select 1 from out where out.delivery_id = delivery.id))
     select due.id, due.webhook_id, due.project_id, due.sequence, due.attempt_count, due.position, (select count(*) from out) as out_count
     from due
     where due.turn <= :slots - (select count(*) from out where out.webhook_id = due.webhook_id)
     order by due.turn, due.next_attempt_at limit :most`,
    { now, oldest: new Date(now.getTime() - 600_000), slots: slotsPerWebhook, most: mostWebhooksLookedAt },
  );
  return { deliveries: rows.map(fromRow), outCount: Number(rows[0]?.out_count ?? 0) };
}

const fromRow = (row: Row): DueDelivery => ({
  deliveryId: row.id,
  webhookId: row.webhook_id,
  projectId: row.project_id,
  sequence: Number(row.sequence),
  attempt: row.attempt_count + 1,
  position: row.position,
});
