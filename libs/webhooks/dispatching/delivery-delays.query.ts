import { secondsSince, type Database } from '@pps/read-store';
import { offeredForMs } from '../deliveries/offers.store';
import { findDueLanes, isAnyDue } from './find-due-webhooks';

/** How late deliveries are, in seconds. */
export interface DeliveryDelays {
  /** Since the oldest delivery of a lane was due; 0 where none is. */
  readonly overdue: Readonly<Record<'fast' | 'slow', number>>;
  /** Since anything was offered to the workers, at most 600, while something is due; else 0. */
  readonly dispatchIdle: number;
}

const enabled = 'is_enabled and not is_deleted';
const readyRead = 10_000;
const forgottenAfterSeconds = 600;

// `is_ready` says that the earliest delivery of a webhook was due; the number of its deliveries costs nothing.
const overdueOf = (isSlow: boolean): string =>
  secondsSince(`select least(
    (select min(due_at) from (
      select due_at from read.webhook_delivery_target where is_ready and ${enabled} and is_slow = ${isSlow}
      order by project_id, webhook_id limit ${readyRead}) ready),
    (select due_at from read.webhook_delivery_target
     where not is_ready and due_at is not null and ${enabled} and is_slow = ${isSlow} and due_at <= statement_timestamp() order by due_at limit 1))`);

const delaysSql = `select ${overdueOf(false)} as fast, ${overdueOf(true)} as slow,
  extract(epoch from :now::timestamptz - (select max(offered_until) from webhooks.offer))::float8 as idle`;

/** How late deliveries are; of webhooks of which something is due, the first 10,000 of each lane count. */
export async function readDeliveryDelays(db: Database, now: Date): Promise<DeliveryDelays> {
  const isDue = Object.values(await findDueLanes(db, now)).some(isAnyDue);
  const { rows } = await db.raw<{ rows: { fast: number; slow: number; idle: number | null }[] }>(delaysSql, { now });
  const { fast = 0, slow = 0, idle = null } = rows[0] ?? {};
  const offeredAgo = idle === null ? forgottenAfterSeconds : idle + offeredForMs / 1_000;
  return { overdue: { fast, slow }, dispatchIdle: isDue ? Math.min(forgottenAfterSeconds, Math.max(0, offeredAgo)) : 0 };
}
