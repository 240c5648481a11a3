import type { Database } from '@pps/read-store';

/** A schedule without a pin, as far as a forecast needs it. */
export interface PendingRow {
  readonly scheduleId: string;
  readonly accountId: string;
  readonly runAt: Date;
  /** When it is tried next, where the quota was used up at its time. */
  readonly deferredUntil: Date | null;
  readonly isVideo: boolean;
}

export interface PendingQuestion {
  readonly projectId: string;
  readonly epoch: number;
  /** Due at this moment or later. */
  readonly since: Date;
  /** Due before this moment. */
  readonly until: Date;
  /** Those that are left out. */
  readonly except?: readonly string[];
  readonly atMost: number;
  /** Which of them where there are more: those with the earliest times or with the latest. */
  readonly keep: 'earliest' | 'latest';
}

/** Schedules that have not fired, by the index of their times. */
export async function findPendingSchedules(db: Database, { atMost, keep, ...due }: PendingQuestion): Promise<PendingRow[]> {
  const order = keep === 'earliest' ? 'asc' : 'desc';
  return (await dueOf(db, due)
    .orderByRaw(`run_at ${order}, created_position ${order}`)
    .limit(atMost)
    .select({
      scheduleId: 'schedule_id',
      accountId: 'account_id',
      runAt: 'run_at',
      deferredUntil: db.raw(`case when status = 'deferred' then (folded->>'dueAt')::timestamptz end`),
      isVideo: db.raw(`coalesce(folded->'content'->>'mediaType' = 'video', false)`),
    })) as PendingRow[];
}

/** How many schedules have not fired and are due before this moment, counted up to `atMost`. */
export async function countPendingSchedules(db: Database, { atMost, ...due }: Omit<PendingQuestion, 'keep'>): Promise<number> {
  return countRows(db, dueOf(db, due).limit(atMost));
}

/** How many schedules that have not fired show the asset, as a picture, a video or its cover. */
export async function countPendingSchedulesOfAsset(db: Database, assetId: string): Promise<number> {
  return countRows(
    db,
    pending(db).where((either) => void either.where('asset_id', assetId).orWhere('cover_asset_id', assetId)),
  );
}

/** The condition, in SQL, that some schedule that has not fired names the asset of a column. */
export const isNamedByPending = (assetId: string): string =>
  `exists (select from read.schedules where (schedules.asset_id = ${assetId} or schedules.cover_asset_id = ${assetId})
     and status in ('scheduled', 'deferred') and pin_id is null)`;

/** Schedules of an organization that wait for quota, at most `most`, those after `after` in the order of their ids. */
export async function findDeferredSchedules(db: Database, organizationId: string, after: string | null, most: number): Promise<string[]> {
  const deferred = db('read.schedules').where({ organization_id: organizationId, status: 'deferred' }).whereNull('pin_id');
  if (after !== null) void deferred.where('schedule_id', '>', after);
  const rows = (await deferred.orderBy('schedule_id').limit(most).select('schedule_id')) as { schedule_id: string }[];
  return rows.map(({ schedule_id }) => schedule_id);
}

const pending = (db: Database) => db('read.schedules').whereIn('status', ['scheduled', 'deferred']).whereNull('pin_id');

function dueOf(db: Database, { projectId, epoch, since, until, except = [] }: Omit<PendingQuestion, 'keep' | 'atMost'>) {
  const due = pending(db).where({ project_id: projectId, epoch }).where('run_at', '>=', since).where('run_at', '<', until);
  if (except.length > 0) void due.whereNotIn('schedule_id', [...except]);
  return due;
}

async function countRows(db: Database, rows: ReturnType<typeof pending>): Promise<number> {
  const some = rows.select('schedule_id').as('some');
  const counted = (await db.count({ count: '*' }).from(some).first()) as { readonly count: string } | undefined;
  return Number(counted?.count ?? 0);
}
