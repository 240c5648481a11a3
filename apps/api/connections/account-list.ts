import { type Connection, accountHealth, type AccountHealth } from '@pps/connections/events';
import type { Principal } from '@pps/identity';
import { isWithin, laterMoment } from '@pps/kernel';
import { storableMoment } from '@pps/read-store';
import { epochAt } from '@pps/use-cases';
import { findAccounts, type AccountRow } from '@projections/accounts/accounts.query';
import { accountsAt } from '@projections/resource_versions/versions-at.query';
import type { App } from '../../foundation/bind-app';
import { missingForPublishing, missingScopes, type AccountProfile, type DirectoryEntry } from '@pps/connections';

/** A project's platform accounts, those that the caller may know of, now or at a moment. */
export async function accountList(app: Pick<App, 'profiles' | 'freshness' | 'db' | 'store'>, caller: Principal, includeRevoked: boolean) {
  const { projectId, epoch, accountIds } = caller;
  await app.freshness.wait('accounts', caller);
  return accountBodies(app, await findAccounts(app.db, { projectId, epoch, accountIds, includeRevoked }));
}

/** As they were at a moment; empty before the project existed. */
export async function accountListAt(
  app: Pick<App, 'profiles' | 'freshness' | 'db' | 'store'>,
  caller: Principal,
  at: Date,
  includeRevoked: boolean,
) {
  const epoch = await epochAt(app, caller, at);
  if (epoch === null) return [];
  await app.freshness.wait('resource_versions', caller);
  const accounts = await accountsAt(app.db, { projectId: caller.projectId, epoch, at });
  const permitted = accounts.filter(({ accountId }) => isWithin([accountId], caller.accountIds));
  return accountBodies(app, permitted.filter(({ revokedAt }) => includeRevoked || revokedAt === null).map(rowOfConnection));
}

async function accountBodies(app: Pick<App, 'profiles' | 'freshness' | 'db' | 'store'>, rows: readonly AccountRow[]) {
  const profiles = await app.profiles.getMany(rows.map((row) => row.profile_ref));
  return rows.map((row) => toAccountBody(row, profiles.get(row.profile_ref)));
}

function rowOfConnection(account: Connection): AccountRow {
  const { connectedAt, consentedAt, tokenIssuedAt, reconnectRequiredAt, revokedAt } = account;
  const moments = [connectedAt, consentedAt, tokenIssuedAt, reconnectRequiredAt ?? '', revokedAt ?? ''];
  // The build of an older release, which serves until the new one has caught up, has no such field.
  const updatedAt = account.updatedAt ?? moments.reduce(laterMoment);
  return {
    account_id: account.accountId,
    project_id: account.projectId,
    platform_user_id: account.platformUserId,
    profile_ref: account.profileRef,
    scopes: account.scopes,
    token_expires_at: new Date(storableMoment(account.tokenExpiresAt)),
    reconnect_reason: account.reconnectReason,
    health_checked_at: new Date(reconnectRequiredAt ?? tokenIssuedAt),
    created_at: new Date(connectedAt),
    updated_at: new Date(updatedAt),
    revoked_at: revokedAt === null ? null : new Date(revokedAt),
  };
}

/** The account record of the interface; names come from the vault and are null for a user who was forgotten. */
function toAccountBody(row: AccountRow, profile: AccountProfile | undefined) {
  const { status, message } = healthOf({
    revokedAt: row.revoked_at?.toISOString() ?? null,
    reconnectReason: row.reconnect_reason,
    scopes: row.scopes,
  });
  return {
    id: row.account_id,
    workspace_id: row.project_id,
    platform_user_id: row.platform_user_id,
    display_name: profile?.display_name ?? null,
    username: profile?.username ?? null,
    scopes: row.scopes.join(','),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    health_status: status,
    health_message: message,
    health_checked_at: row.health_checked_at.toISOString(),
    missing_scopes: missingScopes(row.scopes),
    reconnect_required: status !== 'healthy',
    token_expires_at: row.token_expires_at.toISOString(),
  };
}

/** Whether an account can publish, with a sentence for its owner when it cannot. */
export function healthOf(account: Pick<DirectoryEntry, 'revokedAt' | 'reconnectReason' | 'scopes'>): {
  readonly status: AccountHealth;
  readonly message: string | null;
} {
  const status = accountHealth(account);
  if (status === 'revoked') return { status, message: 'The account is disconnected.' };
  if (status === 'reconnect_required') {
    const expired = account.reconnectReason === 'token_expired';
    return { status, message: expired ? 'The token has expired; reconnect the account.' : 'The token was revoked; reconnect the account.' };
  }
  const missing = missingForPublishing(account.scopes);
  if (missing.length === 0) return { status, message: null };
  return { status: 'reconnect_required', message: `Scopes needed for publishing are missing: ${missing.join(', ')}.` };
}
