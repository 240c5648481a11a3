import type { ReconnectReason } from '@pps/connections/events';
import type { Database } from '@pps/read-store';

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

/** The project's accounts in the order they were connected, at most 1,000. */
export async function findAccounts(db: Database, question: AccountsQuestion): Promise<AccountRow[]> {
  const { projectId, epoch, includeRevoked, accountIds } = question;
  const query = db('read.account').where({ project_id: projectId, epoch });
  if (!includeRevoked) void query.whereNull('revoked_at');
  if (accountIds) void query.whereIn('account_id', accountIds);
  return (await query.orderBy(['created_at', 'account_id']).limit(atMost)) as AccountRow[];
}
