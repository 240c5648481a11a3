import { runPrepared, type Database } from '@pps/read-store';
import { disabledAfterAttempts, disabledAfterMs, reportedAfterMs, type EndpointFailures } from './failing.policy';

interface Row {
  webhook_id: string;
  first_at: Date;
  attempts: number;
  reported_at: Date | null;
}

/** Counts a failed attempt. The count starts again when the webhook was enabled after the first counted failure. */
export async function recordFailure(db: Database, webhookId: string, at: Date, enabledAt: Date): Promise<EndpointFailures> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into webhooks.failure as known (webhook_id, first_at, last_at, attempts) values (:webhookId, :at, :at, 1)
     on conflict (webhook_id) do update set
       first_at = case when known.first_at < :enabledAt then excluded.first_at else known.first_at end,
       attempts = case when known.first_at < :enabledAt then 1 else known.attempts + 1 end,
       reported_at = case when known.first_at < :enabledAt then null else known.reported_at end,
       last_at = excluded.last_at
     returning webhook_id, first_at, attempts, reported_at`,
    { webhookId, at, enabledAt },
  );
  const [row] = rows;
  return row ? fromRow(row) : { webhookId, firstAt: at, attempts: 1, isReported: false };
}

/** A webhook's failures up to this time are over. */
export interface FailuresEnd {
  readonly webhookId: string;
  readonly at: Date;
}

/** Deletes the counts whose newest failure is not after these ends. */
export async function deleteFailures(db: Database, ends: readonly FailuresEnd[]): Promise<void> {
  await runPrepared(
    db,
    `with ended as materialized (
       select webhook_id from webhooks.failure join unnest(array(select unnest(:webhookIds::uuid[])), :ats::timestamptz[]) ends (webhook_id, at) using (webhook_id)
       where last_at <= at order by webhook_id for update of failure)
     delete from webhooks.failure using ended where failure.webhook_id = ended.webhook_id`,
    { webhookIds: ends.map(({ webhookId }) => webhookId), ats: ends.map(({ at }) => at) },
  );
}

/** Notes that the owner is notified of these failures, so that they are not looked at again for that. */
export async function noteReported(db: Database, { webhookId, firstAt }: EndpointFailures, at: Date): Promise<void> {
  await db('webhooks.failure').where({ webhook_id: webhookId, first_at: firstAt }).update({ reported_at: at });
}

/** Failures that have gone on for a day and are not reported, the longest first. */
export async function findUnreported(db: Database, now: Date, limit: number): Promise<EndpointFailures[]> {
  const rows: Row[] = await since(db, now, reportedAfterMs, limit).whereNull('reported_at');
  return rows.map(fromRow);
}

/** Failures for which the webhook is to be disabled, the longest first. */
export async function findDisablable(db: Database, now: Date, limit: number): Promise<EndpointFailures[]> {
  const rows: Row[] = await since(db, now, disabledAfterMs, limit).where('attempts', '>=', disabledAfterAttempts);
  return rows.map(fromRow);
}

const since = (db: Database, now: Date, ms: number, limit: number) =>
  db('webhooks.failure')
    .where('first_at', '<=', new Date(now.getTime() - ms))
    .orderBy('first_at')
    .limit(limit);

const fromRow = (row: Row): EndpointFailures => ({
  webhookId: row.webhook_id,
  firstAt: row.first_at,
  attempts: row.attempts,
  isReported: row.reported_at !== null,
});
