import type { Database } from '@pps/read-store';

export interface LedgerEntry {
  readonly at: Date;
  readonly kind: 'consumed' | 'released';
  readonly pinId: string;
  readonly scheduleId: string | null;
  readonly source: string | null;
  readonly reason: string | null;
  readonly actor: string;
  readonly balance: number;
  /** The page after this entry begins here. */
  readonly cursor: LedgerCursor;
}

export interface LedgerCursor {
  readonly position: string;
  readonly item: number;
}

export interface LedgerQuestion {
  readonly projectId: string;
  readonly epoch: number;
  /** Null = every account. */
  readonly accountIds: readonly string[] | null;
  readonly month?: string | undefined;
  readonly before: LedgerCursor | null;
  readonly limit: number;
}

interface Row {
  at: Date;
  kind: 'consumed' | 'released';
  pin_id: string;
  schedule_id: string | null;
  source: string | null;
  reason: string | null;
  actor: string;
  balance: number;
  position: string;
  item: number;
}

/** Newest first; the balances are the whole project's. What is read grows with the page and the number of accounts, not with the ledger. */
export async function readLedgerPage(db: Database, question: LedgerQuestion): Promise<LedgerEntry[]> {
  const page = question.accountIds ? await rowsOfAccounts(db, question, question.accountIds) : await rowsOfProject(db, question);
  return page.map(({ at, kind, pin_id, schedule_id, source, reason, actor, balance, position, item }) => ({
    at,
    kind,
    pinId: pin_id,
    scheduleId: schedule_id,
    source,
    reason,
    actor,
    balance,
    cursor: { position, item },
  }));
}

/** Units used in the month of a stream after one of its facts. */
export async function usedAfter(db: Database, stream: string, revision: number): Promise<number> {
  const row = (await db('read.quota_ledger')
    .where({ stream })
    .andWhere('revision', '<=', revision)
    .orderByRaw('revision desc, item desc')
    .first('balance')) as { balance: number } | undefined;
  return row?.balance ?? 0;
}

/**
 * About the newest revision of a month's stream at a moment, −1 before its first row, by the times of the entries: the fact itself may have happened a
 * little earlier or later. Found by halving along the primary key, in one statement.
 */
export async function revisionNear(db: Database, stream: string, at: Date): Promise<number> {
  const { rows } = await db.raw<{ rows: { low: number }[] }>(
    `with recursive search (low, high) as (
       select -1, coalesce((select revision from read.quota_ledger where stream = :stream order by revision desc limit 1), -1) + 1
       union all
       select case when is_before then middle else low end, case when is_before then high else middle end
       from (select low, high, (low + high) / 2 as middle from search where high - low > 1) as half,
         lateral (select coalesce((select entry.at <= :at::timestamptz from read.quota_ledger as entry where entry.stream = :stream and entry.revision <= middle
           order by entry.revision desc, entry.item desc limit 1), true) as is_before) as asked)
     select low from search where high - low <= 1`,
    { stream, at: at.toISOString() },
  );
  return rows[0]?.low ?? -1;
}

async function rowsOfProject(db: Database, { projectId, epoch, month, before, limit }: LedgerQuestion): Promise<Row[]> {
  const rows = db('read.quota_ledger').where({ project_id: projectId, epoch });
  if (month !== undefined) void rows.where({ month });
  if (before) void rows.whereRaw('(position, item) < (?::bigint, ?::int)', [before.position, before.item]);
  return (await rows.orderByRaw('position desc, item desc').limit(limit)) as Row[];
}

// An account is in one epoch of one project, so its own index has all of it; `is not distinct from` keeps the planner from the project's indexes, by
// which it would read past everything of the other accounts.
async function rowsOfAccounts(
  db: Database,
  { projectId, epoch, month, before, limit }: LedgerQuestion,
  accountIds: readonly string[],
): Promise<Row[]> {
  const named = { projectId, epoch, accountIds: [...accountIds], limit, month: month ?? null, ...before };
  const edge = (order: 'asc' | 'desc') => `(select position from read.quota_ledger
    where project_id = :projectId and epoch = :epoch and month = :month order by position ${order}, item ${order} limit 1)`;
  // The month's own range of positions, so that an old month is found without reading the newer ones.
  const ofMonth = month === undefined ? '' : `and entry.month = :month and entry.position between ${edge('asc')} and ${edge('desc')}`;
  const older = before === null ? '' : 'and (entry.position, entry.item) < (:position::bigint, :item::int)';
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select listed.* from (select distinct unnest(:accountIds::uuid[]) as account_id) as allowed cross join lateral (
       select * from read.quota_ledger as entry
       where entry.account_id = allowed.account_id and entry.project_id is not distinct from :projectId::uuid
         and entry.epoch is not distinct from :epoch::int ${ofMonth} ${older}
       order by entry.position desc, entry.item desc limit :limit) as listed
     order by listed.position desc, listed.item desc limit :limit`,
    named,
  );
  return rows;
}

/** A unit that was consumed or given back. */
export interface UnitEntry {
  readonly at: Date;
  readonly kind: 'consumed' | 'released';
  readonly month: string;
  readonly reason: string | null;
  readonly actor: string;
  /** Of its fact in the whole log. */
  readonly position: string;
}

/** What the ledger of the project says of these units, oldest first. */
export async function entriesOfUnits(db: Database, projectId: string, entryIds: readonly string[]): Promise<UnitEntry[]> {
  return (await db('read.quota_ledger')
    .whereRaw('entry_id = any(?::uuid[])', [[...entryIds]])
    .andWhere({ project_id: projectId })
    .orderBy(['position', 'item'])
    .select('at', 'kind', 'month', 'reason', 'actor', 'position')) as UnitEntry[];
}
