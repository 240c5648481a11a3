import { runPrepared, type ProjectionContext } from '@pps/read-store';
import { activityRetentionTable, activityTable } from './activity_log.tables';

/** More than a batch of facts adds, so that what has expired is soon gone. */
const rowsAtOnce = 2_000;

/**
 * Deletes up to 2,000 entries that have expired at `now`; those whose organization has moved to a plan that keeps them longer get its days instead.
 * `now` is the time of a fact, so that a rebuilt table holds the same rows.
 */
export async function expirePortion(now: Date, { tx, table }: ProjectionContext): Promise<void> {
  const [entries, retentions] = [table(activityTable.name), table(activityRetentionTable.name)];
  // Mostly nothing has, and asking is a fraction of the work.
  const oldest = `select expires_at <= ?::timestamptz as has_expired from ${entries} order by expires_at limit 1`;
  const { rows } = await runPrepared<{ rows: { has_expired: boolean }[] }>(tx, oldest, [now.toISOString()]);
  if (!rows[0]?.has_expired) return;
  await tx.raw(
    `with due as materialized (
       select entry.position, entry.created_at + make_interval(days => retention.retention_days) as until, retention.retention_days
       from (select position, created_at, organization_id, retention_days from ${entries}
             where expires_at <= :now::timestamptz order by expires_at limit :rowsAtOnce) entry
       left join ${retentions} retention on retention.organization_id = entry.organization_id and retention.retention_days > entry.retention_days),
     kept as (
       update ${entries} entry set retention_days = due.retention_days, expires_at = due.until
       from due where entry.position = due.position and due.until > :now::timestamptz)
     delete from ${entries} entry using due
     where entry.position = due.position and (due.until is null or due.until <= :now::timestamptz)`,
    { now: now.toISOString(), rowsAtOnce },
  );
}
