import { secondsSince, type Database } from '@pps/read-store';

// Of a tree that has grown, the first leaf behind its newest checkpoint is the oldest that none covers.
const unsignedSql = `
  with newest as materialized (select coalesce(max(number), 0) as number from audit.operator_checkpoint),
  grown as materialized (select tree_id, signed_size from audit.tree where size > signed_size limit 1000)
  select ${secondsSince(`select least(
    (select min(fact.recorded_at) from grown cross join lateral (
       select recorded_at from read.audit_facts where tree_id = grown.tree_id and leaf_index = grown.signed_size limit 1) fact),
    (select min(signed_at) from (
       select signed_at from audit.checkpoint where operator_number > (select number from newest) order by operator_number limit 1000) uncovered))`)} as seconds`;

/**
 * Seconds since the oldest fact was recorded that no signed checkpoint covers, or since a tree was signed that no operator checkpoint covers; 0 where
 * all are covered. Reads each tree's row at most, no more than 1,000 facts, and nothing else of the histories.
 */
export async function readUnsignedSeconds(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(unsignedSql);
  return rows[0]?.seconds ?? 0;
}
