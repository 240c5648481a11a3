import { isPassedOver, readPage, type Database, type PageCursor, type PageOrder } from '@pps/read-store';
import type { ImportSource, ImportStatus } from '../import/import.stream';

/** Imports have one order: the newest first. */
export const importSort = 'created_at_desc';

export const importOrder: PageOrder = { direction: 'desc', columns: {}, types: [], position: 'accepted_position' };

export interface ImportFilter {
  readonly projectId: string;
  readonly epoch: number;
  readonly status?: ImportStatus | undefined;
  readonly sourceType?: ImportSource | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Where the page before ended. */
  readonly cursor?: PageCursor<typeof importSort> | undefined;
}

export interface ImportPage {
  readonly jobIds: readonly string[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PageCursor<typeof importSort> | null;
}

/** A page of import ids, the newest first, and how many there are in all. */
export async function listImports(db: Database, filter: ImportFilter): Promise<ImportPage> {
  const matching = db('read.import_job').where({ project_id: filter.projectId, epoch: filter.epoch });
  if (filter.status !== undefined) void matching.where('status', filter.status);
  if (filter.sourceType !== undefined) void matching.where('source_type', filter.sourceType);
  const [{ rows, next }, counted] = await Promise.all([
    readPage<{ job_id: string }, typeof importSort>(matching, importOrder, { ...filter, sort: importSort }, ['job_id']),
    matching.clone().count({ count: '*' }).first() as Promise<{ count: string } | undefined>,
  ]);
  return { jobIds: rows.map((row) => row.job_id), total: Number(counted?.count ?? 0), next };
}

const statuses: readonly ImportStatus[] = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed'];

/** How many imports accepted in a half-open range have each status. */
export async function countImports(
  db: Database,
  { projectId, epoch, since, until }: { readonly projectId: string; readonly epoch: number; readonly since: Date; readonly until: Date },
): Promise<Record<string, number>> {
  const counted = (await db('read.import_job')
    .where({ project_id: projectId, epoch })
    .where('accepted_at', '>=', since)
    .where('accepted_at', '<', until)
    .groupBy('status')
    .select('status')
    .count({ count: '*' })) as { status: string; count: string }[];
  const known = new Map(counted.map(({ status, count }) => [status, Number(count)]));
  return Object.fromEntries(statuses.map((status) => [status, known.get(status) ?? 0]));
}

/** Task under which imports that cannot go on are passed over. */
export const importingTask = 'import';

/**
 * The imports whose turn it is, at most `count`: of each project the oldest open one, and of those first the one that waited longest for a
 * portion. One that is passed over holds up its own project only.
 */
export async function findNextImports(db: Database, running: readonly string[], count: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { job_id: string }[] }>(
    `select job_id from (
       select distinct on (project_id) job_id, position from read.import_job
       where status in ('queued', 'processing') order by project_id, accepted_position) as oldest
     where not ${isPassedOver(importingTask, 'job_id::text')} and not (job_id = any(:running::uuid[]))
     order by position limit :count`,
    { running: [...running], count },
  );
  return rows.map(({ job_id: jobId }) => jobId);
}
