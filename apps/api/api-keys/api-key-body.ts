import type { CreatedApiKey } from '@pps/identity';
import type { ApiKey } from '@pps/identity/events';
import type { ApiKeyRow } from '@projections/api_keys/api_keys.query';

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
  maker_key_ids: key.makerKeyIds,
  revoked_at: key.revokedAt === null ? null : new Date(key.revokedAt),
});
