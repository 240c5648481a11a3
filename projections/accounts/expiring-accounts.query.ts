import { isBeingRemoved, type Database } from '@pps/read-store';

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
