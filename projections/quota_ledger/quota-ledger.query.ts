import type { Database } from '@pps/read-store';

export interface LedgerEntry {
  readonly at: Date;
  readonly kind: 'consumed' | 'released';
  readonly pinId: string;
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
  readonly month?: string | undefined;
  readonly before: LedgerCursor | null;
  readonly limit: number;
}

interface Row {
  at: Date;
  kind: 'consumed' | 'released';
  pin_id: string;
  source: string | null;
  reason: string | null;
  actor: string;
  balance: number;
  position: string;
  item: number;
}

/** Newest first. */
export async function readLedgerPage(db: Database, { projectId, epoch, month, before, limit }: LedgerQuestion): Promise<LedgerEntry[]> {
  const rows = db('read.quota_ledger').where({ project_id: projectId, epoch });
  if (month !== undefined) void rows.where({ month });
  if (before) void rows.whereRaw('(position, item) < (?::bigint, ?::int)', [before.position, before.item]);
  const page = (await rows.orderByRaw('position desc, item desc').limit(limit)) as Row[];
  return page.map(({ at, kind, pin_id, source, reason, actor, balance, position, item }) => ({
    at,
    kind,
    pinId: pin_id,
    source,
    reason,
    actor,
    balance,
    cursor: { position, item },
  }));
}
