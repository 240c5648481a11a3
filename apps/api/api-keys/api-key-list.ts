import { findPublicClient, isVisibleKey, type Identity, type Principal, type CreatedApiKey } from '@pps/identity';
import { epochAt } from '@pps/use-cases';
import { listApiKeys, type ApiKeyRow } from '@projections/api_keys/api_keys.query';
import { apiKeysAt } from '@projections/resource_versions/versions-at.query';
import type { App } from '../../foundation/bind-app';
import { modeOfGrant, userStream, type ApiKey, type UserProfile } from '@pps/identity/events';

type KeyListApp = Pick<App, 'freshness' | 'db' | 'store' | 'live' | 'vault'>;

/** The keys of a project that the caller may know of. */
export async function apiKeyList(app: KeyListApp, { keyUses }: Pick<Identity, 'keyUses'>, caller: Principal) {
  await app.freshness.wait('api_keys', caller);
  const rows = (await listApiKeys(app.db, caller)).filter(({ account_ids: accountIds }) => isVisibleKey({ accountIds }, caller));
  return describeKeys(app, keyUses, rows);
}

/** The keys as they were at a moment. When one was used last is kept for the present only: a use since then hides those before. */
export async function apiKeyListAt(app: KeyListApp, { keyUses }: Pick<Identity, 'keyUses'>, caller: Principal, at: Date) {
  const epoch = await epochAt(app, caller, at);
  if (epoch === null) return [];
  await app.freshness.wait('resource_versions', caller);
  const { projectId } = caller;
  const keys = (await apiKeysAt(app.db, { projectId, epoch, at })).filter((key) => isVisibleKey(key, caller));
  return describeKeys(app, keyUses, keys.map(apiKeyRowOf), at);
}

/** Keys as clients see them; uses after `at` are left out. */
export async function describeKeys(app: Pick<App, 'live' | 'vault'>, keyUses: Identity['keyUses'], rows: readonly ApiKeyRow[], at?: Date) {
  const uses = await keyUses.findLastUses(rows.map((row) => row.key_id));
  const emails = await authorizersOf(app, rows);
  return rows.map((row) => {
    const usedAt = uses.get(row.key_id);
    return toApiKeyBody(row, usedAt && (!at || usedAt <= at) ? usedAt : undefined, emails.get(row.user_id) ?? null);
  });
}

/** The addresses, as they are now, of those who agreed to programs: facts and read models have their ids only. */
async function authorizersOf(
  { live, vault }: Pick<App, 'live' | 'vault'>,
  rows: readonly ApiKeyRow[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(rows.flatMap(({ source, user_id: userId }) => (source === null ? [] : [userId])))];
  const emails = new Map<string, string>();
  for (const userId of userIds) {
    const { state: user } = await live.get(userStream, userId);
    const profile = user.kind === 'registered' ? await vault.get<UserProfile>(user.profileRef) : null;
    if (profile) emails.set(userId, profile.email);
  }
  return emails;
}

export function toCreatedApiKeyBody({ key, text }: CreatedApiKey) {
  return {
    id: key.keyId,
    workspace_id: key.projectId,
    name: key.name,
    api_key: text,
    key_prefix: key.prefix,
    scopes: key.scopes,
    platform_account_ids: key.accountIds,
    made_by: key.makerKeyIds?.at(-1) ?? null,
    expires_at: key.expiresAt ?? null,
    ...{ source: null, client_name: null, publishing_mode: null, authorized_by_email: null },
    created_at: key.createdAt,
  };
}

function toApiKeyBody(row: ApiKeyRow, lastUsedAt: Date | undefined, authorizedBy: string | null) {
  return {
    id: row.key_id,
    workspace_id: row.project_id,
    name: row.name,
    key_prefix: row.prefix,
    scopes: row.scopes,
    platform_account_ids: row.account_ids,
    made_by: row.maker_key_ids.at(-1) ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    source: row.source,
    client_name: row.client_name ?? findPublicClient(row.client_id ?? '')?.name ?? null,
    publishing_mode: row.mode,
    authorized_by_email: row.source === null ? null : authorizedBy,
    created_at: row.created_at.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

export const apiKeyRowOf = (key: ApiKey): ApiKeyRow => ({
  key_id: key.keyId,
  project_id: key.projectId,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  account_ids: key.accountIds,
  created_at: new Date(key.createdAt),
  expires_at: key.expiresAt === null ? null : new Date(key.expiresAt),
  source: key.source ?? null,
  client_id: key.clientId ?? null,
  client_name: key.clientName ?? null,
  mode: key.source === 'oauth' ? modeOfGrant(key) : null,
  user_id: key.userId,
  maker_key_ids: key.makerKeyIds,
  revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt),
});
