import { jsonb, secondsSince, type Database } from '@pps/read-store';

/** What is done one after the other: first the time of a deletion that can still be taken back is waited for; the keys of the vault go last. */
export const forgettingSteps = ['due', 'access', 'payments', 'resources', 'read_models', 'keys'] as const;

export type ForgettingStep = (typeof forgettingSteps)[number];

/** How far the erasing of an organization has come. */
export interface Forgetting {
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly forgottenAt: string;
  /** What is being erased; what stands before it is done. */
  readonly step: ForgettingStep;
  /** By tree of the history: the next leaf whose stream is to be erased. */
  readonly nextLeaves: Readonly<Record<string, number>>;
  readonly failures: number;
  readonly lastError: string | null;
  readonly completedAt: string | null;
}

interface Row {
  organization_id: string;
  owner_user_id: string;
  forgotten_at: Date;
  step: ForgettingStep;
  next_leaves: Record<string, number>;
  failures: number;
  last_error: string | null;
  completed_at: Date | null;
}

const longestErrorLength = 500;
const longestWaitSeconds = 600;

/** Notes what a fact says; a repeat changes nothing. */
export async function noteForgetting(
  db: Database,
  { organizationId, ownerUserId, forgottenAt }: Pick<Forgetting, 'organizationId' | 'ownerUserId' | 'forgottenAt'>,
): Promise<void> {
  await db.raw(
    `insert into workspaces.forgetting as known (organization_id, owner_user_id, forgotten_at) values (:organizationId, :ownerUserId, :forgottenAt)
     on conflict (organization_id) do update set step = excluded.step, forgotten_at = excluded.forgotten_at, next_try_at = clock_timestamp()
       where known.step = 'due'`,
    { organizationId, ownerUserId, forgottenAt },
  );
}

/** Notes an account that is to be deleted at a time; silent where that, or a forgetting, is noted. */
export async function noteDeletion(
  db: Database,
  { organizationId, ownerUserId, dueAt }: Pick<Forgetting, 'organizationId' | 'ownerUserId'> & { readonly dueAt: string },
): Promise<void> {
  const row = { organization_id: organizationId, owner_user_id: ownerUserId, forgotten_at: dueAt, step: 'due', next_try_at: dueAt };
  await db('workspaces.forgetting').insert(row).onConflict('organization_id').ignore();
}

/** Drops the note of a deletion that was taken back. */
export async function dropDeletion(db: Database, ownerUserId: string): Promise<void> {
  await db('workspaces.forgetting').where({ owner_user_id: ownerUserId, step: 'due' }).delete();
}

/** Those that go on now, at most so many, the longest waiting first. */
export async function dueForgettings(db: Database, most: number): Promise<Forgetting[]> {
  const due = db('workspaces.forgetting').whereNull('completed_at').whereRaw('next_try_at <= clock_timestamp()');
  return ((await due.orderBy('next_try_at').limit(most)) as Row[]).map(forgettingOf);
}

/** Stores how far it has come; it goes on behind the others that are due, after `pauseMs`. */
export async function saveForgetting(
  db: Database,
  organizationId: string,
  {
    step,
    nextLeaves,
    completed,
    pauseMs,
  }: Pick<Forgetting, 'step' | 'nextLeaves'> & { readonly completed: boolean; readonly pauseMs: number },
): Promise<void> {
  await db.raw(
    `update workspaces.forgetting set step = :step, next_leaves = :nextLeaves::jsonb, failures = 0, last_error = null,
       completed_at = case when :completed then clock_timestamp() end, next_try_at = clock_timestamp() + :pauseMs * interval '1 millisecond'
     where organization_id = :organizationId and completed_at is null`,
    { organizationId, step, nextLeaves: jsonb(nextLeaves), completed, pauseMs },
  );
}

/** Stores why it did not go on, and tries again after 1 s, 2 s, 4 s … 10 min. */
export async function postponeForgetting(db: Database, organizationId: string, error: unknown): Promise<void> {
  const lastError = String(error).replaceAll('\0', '').slice(0, longestErrorLength);
  await db.raw(
    `update workspaces.forgetting set failures = failures + 1, last_error = :lastError,
       next_try_at = clock_timestamp() + least(power(2, least(failures, 20)), :longestWaitSeconds) * interval '1 second'
     where organization_id = :organizationId`,
    { organizationId, lastError, longestWaitSeconds },
  );
}

/** Does it all again, from the first step: what is erased already stays so. Returns how many; all of them without an id. */
export async function restartForgettings(db: Database, organizationId?: string): Promise<number> {
  const ids = organizationId === undefined ? {} : { organization_id: organizationId };
  const begun = { step: 'access', next_leaves: '{}', failures: 0, last_error: null, completed_at: null };
  return db('workspaces.forgetting')
    .where(ids)
    .andWhereNot({ step: 'due' })
    .update({ ...begun, next_try_at: db.fn.now() });
}

/** Those that are not complete first, then the newest; at most so many. Deletions that can still be taken back are among them, at step `due`. */
export async function listForgettings(db: Database, most: number): Promise<Forgetting[]> {
  const rows = await db('workspaces.forgetting').orderByRaw('completed_at is not null, forgotten_at desc').limit(most);
  return (rows as Row[]).map(forgettingOf);
}

/** The one of this organization, or of the organization that this person owned; null where nobody forgets it. */
export async function findForgetting(db: Database, id: string): Promise<Forgetting | null> {
  const row = (await db('workspaces.forgetting').where({ organization_id: id }).orWhere({ owner_user_id: id }).first()) as Row | undefined;
  return row ? forgettingOf(row) : null;
}

/** Seconds since the oldest erasing was due that is not complete, of the 10,000 that go on next; 0 where there is none. */
export async function readErasureOverdue(db: Database): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `select ${secondsSince(`select min(forgotten_at) from (
       select forgotten_at from workspaces.forgetting where completed_at is null order by next_try_at limit 10000) open`)} as seconds`,
  );
  return rows[0]?.seconds ?? 0;
}

const forgettingOf = (row: Row): Forgetting => ({
  organizationId: row.organization_id,
  ownerUserId: row.owner_user_id,
  forgottenAt: row.forgotten_at.toISOString(),
  step: row.step,
  nextLeaves: row.next_leaves,
  failures: row.failures,
  lastError: row.last_error,
  completedAt: row.completed_at && row.completed_at.toISOString(),
});

/** Milliseconds until a workspace is to be erased further, in SQL. */
export const forgettingDue = `(select extract(epoch from min(next_try_at) - clock_timestamp()) * 1000 from workspaces.forgetting where completed_at is null)`;
