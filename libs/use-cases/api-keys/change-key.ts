import type { Streams, Origin } from '@pps/event-store';
import { originOfPrincipal, revokeApiKey, updateApiKey, decideRevokeApiKey, type Principal, type UpdateApiKeyDeps } from '@pps/identity';
import { apiKeyStream, type ApiKey, type ApiKeyChanges } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { narrowWebhook, disableWebhook } from '@pps/webhooks';
import { webhookStream } from '@pps/webhooks/events';
import { keysMadeBy } from '@projections/api_keys/api_keys.query';
import { webhooksMadeBy } from '@projections/webhooks/webhooks.query';

export interface RevokeKeyDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Revokes a key, and with it the keys that it made and those that they made; disables their webhooks. The keys stop working with the first of these
 * facts (a key looks at those that made it); a repeat finishes what a crash left. Throws `NotFound`, `Rejected`: `insufficient_scope`,
 * `account_not_permitted`.
 */
export async function revokeKey(deps: RevokeKeyDeps, caller: Principal, keyId: string): Promise<void> {
  const origin = originOfPrincipal(caller, deps.clock());
  await revokeApiKey(deps, keyId, caller, origin);
  await endWhatItMade(deps, keyId, origin);
}

/** The same for a grant whose code or token was replayed: the service ends it, whoever asked. */
export async function endGrant(deps: RevokeKeyDeps, service: Principal, keyId: string): Promise<void> {
  const origin = originOfPrincipal(service, deps.clock());
  await deps.streams.decide(apiKeyStream, keyId, origin, (state) => decideRevokeApiKey(origin.occurredAt, state, 'replayed'));
  await endWhatItMade(deps, keyId, origin);
}

async function endWhatItMade(deps: RevokeKeyDeps, keyId: string, origin: Origin): Promise<void> {
  // As of now: the key may have made something since the request came in.
  const { organizationId = '' } = origin;
  await Promise.all([deps.freshness.wait('api_keys', { organizationId }), deps.freshness.wait('webhooks', { organizationId })]);
  const [keys, webhookIds] = await Promise.all([keysMadeBy(deps.db, keyId), webhooksMadeBy(deps.db, keyId)]);
  await endAccess(deps, keys, webhookIds, origin);
}

type ChangeKeyDeps = RevokeKeyDeps & UpdateApiKeyDeps;

/**
 * Changes name, scopes or accounts of a key. What it made has never more than it has: its keys look at their makers, and its webhooks are sent nothing of
 * accounts that it loses. What a program or a terminal may do grows only by its person's consent. A repeat finishes what a crash left. Throws `NotFound`, `Rejected`, `NotFresh`.
 */
export async function changeKey(
  deps: ChangeKeyDeps,
  caller: Principal,
  keyId: string,
  changes: ApiKeyChanges,
  consent: { readonly isConsented?: boolean } = {},
): Promise<ApiKey> {
  const origin = originOfPrincipal(caller, deps.clock());
  const key = await updateApiKey(deps, keyId, changes, caller, origin, consent);
  const { accountIds } = changes;
  if (!accountIds) return key;
  // As of now: the key may have made something since the request came in.
  await deps.freshness.wait('webhooks', { organizationId: caller.organizationId });
  for (const webhookId of await webhooksMadeBy(deps.db, keyId)) {
    await deps.streams.decide(webhookStream, webhookId, origin, (state) => narrowWebhook({ accountIds, at: origin.occurredAt }, state));
  }
  return key;
}

/** Revokes keys and disables webhooks as `key_revoked`; what is revoked or disabled already stays as it is. */
export async function endAccess(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  keyIds: readonly string[],
  webhookIds: readonly string[],
  origin: Origin,
): Promise<void> {
  const at = origin.occurredAt;
  for (const keyId of keyIds)
    await streams.decide(apiKeyStream, keyId, origin, (state) => (state.kind === 'none' ? [] : decideRevokeApiKey(at, state)));
  for (const webhookId of webhookIds)
    await streams.decide(webhookStream, webhookId, origin, (state) => disableWebhook({ reason: 'key_revoked', at }, state));
}
