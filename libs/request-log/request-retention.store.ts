import type { Database } from '@pps/read-store';
import { retentionMs, removedAtOnce } from './request-log.policy';

const projectsAtOnce = 100;
const erasedAtOnce = 5_000;

/** Projects with requests that are a week old, or with more of them than `mostOfProject`; a hundred at most. */
export async function findOverfullProjects(db: Database, mostOfProject: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { project_id: string }[] }>(
    `select project_id from request_log.project
     where kept > 0 and (kept > ? or oldest_at < clock_timestamp() - ? * interval '1 millisecond') limit ?`,
    [mostOfProject, retentionMs, projectsAtOnce],
  );
  return rows.map(({ project_id: projectId }) => projectId);
}

/** Removes of a project what is a week old and the oldest beyond `mostOfProject`, a thousand at most; says how many. */
export async function removeOldest(db: Database, projectId: string, mostOfProject: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.raw<{ rows: { kept: number }[] }>(
      'select kept from request_log.project where project_id = ? for update skip locked',
      [projectId],
    );
    if (!rows[0]) return 0;
    const { rowCount } = await tx.raw<{ rowCount: number }>(
      `delete from request_log.request where ctid = any(array(
         select tuple from (
           select ctid as tuple, at, row_number() over (order by at, number) as rank
           from request_log.request where project_id = :projectId order by at, number limit :most) as oldest
         where rank <= :excess or at < clock_timestamp() - :retentionMs * interval '1 millisecond'))`,
      { projectId, most: removedAtOnce, excess: rows[0].kept - mostOfProject, retentionMs },
    );
    await tx.raw(
      `update request_log.project set kept = greatest(0, kept - :removed), oldest_at = coalesce(
         (select at from request_log.request where project_id = :projectId order by at, number limit 1), clock_timestamp())
       where project_id = :projectId`,
      { projectId, removed: rowCount },
    );
    return rowCount;
  });
}

/** Removes the counts of projects of which nothing is kept; those of forgotten ones when no process can hold a request of them any more. */
export async function removeEmptyCounts(db: Database): Promise<void> {
  await db.raw(
    `delete from request_log.project where project_id in (
       select project_id from request_log.project
       where kept = 0 and (ended_at is null or ended_at < clock_timestamp() - ? * interval '1 millisecond') limit ? for update skip locked)`,
    [retentionMs, removedAtOnce],
  );
}

/** Ends the log of projects for good and removes a portion of it; true when none is left. What processes still hold of them is not written any more. */
export async function eraseRequests(db: Database, projectIds: readonly string[]): Promise<boolean> {
  for (const projectId of [...projectIds].sort()) {
    await db.raw(
      `insert into request_log.project as known (project_id, kept, oldest_at, ended_at)
       values (?, 0, clock_timestamp(), clock_timestamp())
       on conflict (project_id) do update set ended_at = coalesce(known.ended_at, excluded.ended_at)`,
      [projectId],
    );
  }
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from request_log.request where ctid = any(array(
       select ctid from request_log.request where project_id = any(?::uuid[]) limit ?))`,
    [[...projectIds], erasedAtOnce],
  );
  if (rowCount === erasedAtOnce) return false;
  await db.raw('update request_log.project set kept = 0 where project_id = any(?::uuid[])', [[...projectIds]]);
  return true;
}
