import type { Database } from '@pps/read-store';
import { overfullFrom, portionsAtOnce, removedAtOnce, removedWithinMs, retentionMs } from './request-log.policy';

/** How many projects of each kind one sweep takes: of those that are too large, and of those with what is too old. */
const projectsAtOnce = 1_000;
const credentialsAtOnce = 1_000;
const erasedAtOnce = 5_000;

/** Projects with more requests than `mostOfProject`, the fullest first, and projects with requests that are a week and an hour old, the oldest first. */
export async function findOverfullProjects(db: Database, mostOfProject: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { project_id: string }[] }>(
    `select project_id from (
       (select project_id, 1 as turn from request_log.project where kept > :most order by kept desc limit :limit)
       union all
       (select project_id, 2 from request_log.project
        where oldest_at < statement_timestamp() - :ageMs * interval '1 millisecond' and kept > 0 order by oldest_at limit :limit)) as found
     group by project_id order by min(turn)`,
    { most: overfullFrom(mostOfProject), limit: projectsAtOnce, ageMs: retentionMs + removedWithinMs },
  );
  return rows.map(({ project_id: projectId }) => projectId);
}

/** How many requests of which credentials. */
interface Portion {
  readonly ids: string[];
  readonly counts: number[];
}

/**
 * What a project has beyond its room, in portions of a thousand: of the credentials with the most requests, so that each comes down to the same number and
 * those below it lose none. Empty while it is not overfull.
 */
export async function findExcess(db: Database, projectId: string, mostOfProject: number): Promise<Portion[]> {
  const { rows } = await db.raw<{ rows: { credential_id: string; excess: number }[] }>(
    `with counted as (
       select credential_id, count(*) as requests from request_log.request where project_id = :projectId group by credential_id),
     levelled as (
       select credential_id, requests,
         div(:most::numeric - sum(requests) over smallest + requests, count(*) over () - row_number() over smallest + 1) as level
       from counted window smallest as (order by requests, credential_id rows unbounded preceding)),
     beyond as (
       select credential_id, (requests - greatest(1, max(level) over ()))::int as excess from levelled
       where (select kept from request_log.project where project_id = :projectId) > :overfull)
     select credential_id, excess from beyond where excess > 0 order by excess desc limit :limit`,
    { projectId, most: mostOfProject, overfull: overfullFrom(mostOfProject), limit: credentialsAtOnce },
  );
  return portionsOf(rows.map(({ credential_id: id, excess }) => ({ id, excess })));
}

function portionsOf(excesses: readonly { readonly id: string; readonly excess: number }[]): Portion[] {
  const portions: Portion[] = [];
  let room = 0;
  for (const { id, excess } of excesses) {
    for (let left = excess; left > 0 && portions.length <= portionsAtOnce;) {
      if (room === 0) {
        portions.push({ ids: [], counts: [] });
        room = removedAtOnce;
      }
      const count = Math.min(left, room);
      portions.at(-1)?.ids.push(id);
      portions.at(-1)?.counts.push(count);
      left -= count;
      room -= count;
    }
  }
  return portions.slice(0, portionsAtOnce);
}

/** Removes the oldest of credentials, so many of each, where another sweep has not brought the project to its room meanwhile; says how many. */
export const removePortion = (db: Database, projectId: string, { ids, counts }: Portion, mostOfProject: number): Promise<number> =>
  removeCounted(
    db,
    { projectId, from: mostOfProject + counts.reduce((sum, count) => sum + count, 0) },
    `select tuple from unnest(:ids::uuid[], :counts::int[]) as large (id, count) cross join lateral (
       select ctid as tuple from request_log.request
       where project_id = :projectId and credential_id = large.id order by at, number limit large.count) as oldest`,
    { ids, counts },
  );

/** Removes of a project what is a week old, a thousand at most, and, where very many credentials each have one, the oldest; says how many. */
export const removeOldest = (db: Database, projectId: string, mostOfProject: number): Promise<number> =>
  removeCounted(
    db,
    { projectId, from: 0 },
    `select tuple from (
       select ctid as tuple, at, row_number() over (order by epoch, at, number) as rank
       from request_log.request where project_id = :projectId order by epoch, at, number limit :limit) as oldest
     where at < statement_timestamp() - :retentionMs * interval '1 millisecond'
       or rank <= (select kept from request_log.project where project_id = :projectId) - :overfull`,
    { limit: removedAtOnce, retentionMs, overfull: overfullFrom(mostOfProject) },
  );

/** Removes the rows that a query names, and counts what is left. None while somebody else counts, and of a project that has fewer than `from`. */
async function removeCounted(
  db: Database,
  { projectId, from }: { readonly projectId: string; readonly from: number },
  named: string,
  bindings: Readonly<Record<string, number | number[] | string[]>>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.raw<{ rows: object[] }>(
      'select from request_log.project where project_id = ? and kept >= ? for update skip locked',
      [projectId, from],
    );
    if (!rows[0]) return 0;
    const { rowCount } = await tx.raw<{ rowCount: number }>(`delete from request_log.request where ctid = any(array(${named}))`, {
      ...bindings,
      projectId,
    } as never);
    await tx.raw(
      `update request_log.project set kept = greatest(0, kept - :removed), oldest_at = coalesce(
         (select at from request_log.request where project_id = :projectId order by epoch, at, number limit 1), clock_timestamp())
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
