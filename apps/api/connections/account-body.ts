import { missingForPublishing, missingScopes, type AccountProfile, type DirectoryEntry } from '@pps/connections';
import { accountHealth, type AccountHealth } from '@pps/connections/events';
import type { AccountRow } from '@projections/accounts/accounts.query';

/** The account record of the interface; names come from the vault and are null for a user who was forgotten. */
export function toAccountBody(row: AccountRow, profile: AccountProfile | undefined) {
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
