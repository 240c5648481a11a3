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

/** Newest first; the balances are the whole project's. */
export async function readLedgerPage(db: Database, question: LedgerQuestion): Promise<LedgerEntry[]> {
  const { projectId, epoch, accountIds, month, before, limit } = question;
  const rows = db('read.quota_ledger').where({ project_id: projectId, epoch });
  if (month !== undefined) void rows.where({ month });
  if (accountIds) void rows.whereIn('account_id', [...accountIds]);
  if (before) void rows.whereRaw('(position, item) < (?::bigint, ?::int)', [before.position, before.item]);
  const page = (await rows.orderByRaw('position desc, item desc').limit(limit)) as Row[];
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
