import { findPublicClient, isVisibleKey, type Identity, type Principal, type CreatedApiKey } from '@pps/identity';
import { epochAt } from '@pps/use-cases';
import { listApiKeys, type ApiKeyRow } from '@projections/api_keys/api_keys.query';
import { apiKeysAt } from '@projections/resource_versions/versions-at.query';
import type { App } from '../../foundation/bind-app';
import type { ApiKey } from '@pps/identity/events';

type KeyListApp = Pick<App, 'freshness' | 'db' | 'store'>;

/** The keys of a project that the caller may know of. */
export async function apiKeyList(app: KeyListApp, { keyUses }: Pick<Identity, 'keyUses'>, caller: Principal) {
  await app.freshness.wait('api_keys', caller);
  const rows = (await listApiKeys(app.db, caller)).filter(({ account_ids: accountIds }) => isVisibleKey({ accountIds }, caller));
  const uses = await keyUses.findLastUses(rows.map((row) => row.key_id));
  return rows.map((row) => toApiKeyBody(row, uses.get(row.key_id)));
}

/** The keys as they were at a moment. When one was used last is kept for the present only: a use since then hides those before. */
export async function apiKeyListAt(app: KeyListApp, { keyUses }: Pick<Identity, 'keyUses'>, caller: Principal, at: Date) {
  const epoch = await epochAt(app, caller, at);
  if (epoch === null) return [];
  await app.freshness.wait('resource_versions', caller);
  const { projectId } = caller;
  const keys = (await apiKeysAt(app.db, { projectId, epoch, at })).filter((key) => isVisibleKey(key, caller));
  const uses = await keyUses.findLastUses(keys.map(({ keyId }) => keyId));
  return keys.map((key) => {
    const usedAt = uses.get(key.keyId);
    return toApiKeyBody(apiKeyRowOf(key), usedAt && usedAt <= at ? usedAt : undefined);
  });
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
    ...sourceBody(key.source, key.clientId),
    created_at: key.createdAt,
  };
}

export function toApiKeyBody(row: ApiKeyRow, lastUsedAt: Date | undefined) {
  return {
    id: row.key_id,
    workspace_id: row.project_id,
    name: row.name,
    key_prefix: row.prefix,
    scopes: row.scopes,
    platform_account_ids: row.account_ids,
    made_by: row.maker_key_ids.at(-1) ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    ...sourceBody(row.source, row.client_id),
    created_at: row.created_at.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

const sourceBody = (source: string | null | undefined, clientId: string | null | undefined) => ({
  source: source ?? null,
  client_name: findPublicClient(clientId ?? '')?.name ?? null,
});

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
  maker_key_ids: key.makerKeyIds,
  revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt),
});
