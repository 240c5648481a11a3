import type { ReconnectReason } from '@pps/connections/events';
import { type Database, isBeingRemoved } from '@pps/read-store';

export interface AccountRow {
  readonly account_id: string;
  readonly project_id: string;
  readonly platform_user_id: string;
  readonly profile_ref: string;
  readonly scopes: readonly string[];
  readonly token_expires_at: Date;
  readonly reconnect_reason: ReconnectReason | null;
  readonly health_checked_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revoked_at: Date | null;
}

export interface AccountsQuestion {
  readonly projectId: string;
  readonly epoch: number;
  readonly includeRevoked: boolean;
  /** Only these; null = all of the project's. */
  readonly accountIds: readonly string[] | null;
}

const atMost = 1_000;

/**
 * The project's accounts in the order they were connected: at most 1,000 that are connected, and, when asked for, the 1,000 that were revoked last.
 */
export async function findAccounts(db: Database, question: AccountsQuestion): Promise<AccountRow[]> {
  const { projectId, epoch, includeRevoked, accountIds } = question;
  const all = () => {
    const query = db('read.account').where({ project_id: projectId, epoch }).limit(atMost);
    return accountIds ? query.whereIn('account_id', accountIds) : query;
  };
  const connected = (await all().whereNull('revoked_at').orderBy(['created_at', 'account_id'])) as AccountRow[];
  if (!includeRevoked) return connected;
  const revoked = (await all()
    .whereNotNull('revoked_at')
    .orderBy([{ column: 'revoked_at', order: 'desc' }, 'account_id'])) as AccountRow[];
  return [...connected, ...revoked].sort(byConnection);
}

const byConnection = (a: AccountRow, b: AccountRow): number =>
  a.created_at.getTime() - b.created_at.getTime() || (a.account_id < b.account_id ? -1 : 1);

export interface Expiring {
  readonly accountId: string;
  readonly tokenExpiresAt: Date;
}

/** Connected accounts whose access token expires before that moment, the next to expire first, after the one named. */
export async function findExpiringAccounts(db: Database, before: Date, after: Expiring | null, limit: number): Promise<Expiring[]> {
  const query = db('read.account')
    .whereNull('revoked_at')
    .whereNull('reconnect_reason')
    .andWhere('token_expires_at', '<', before)
    .whereRaw(`not ${isBeingRemoved('accounts', 'account.project_id', 'account.epoch')}`)
    .orderBy(['token_expires_at', 'account_id'])
    .limit(limit)
    .select('account_id', 'token_expires_at');
  if (after) void query.whereRaw('(token_expires_at, account_id) > (?, ?)', [after.tokenExpiresAt, after.accountId]);
  const rows = (await query) as { account_id: string; token_expires_at: Date }[];
  return rows.map((row) => ({ accountId: row.account_id, tokenExpiresAt: row.token_expires_at }));
}
