import { originOfPrincipal, updateApiKey, type Principal, type UpdateApiKeyDeps } from '@pps/identity';
import type { ApiKey, ApiKeyChanges } from '@pps/identity/events';
import { narrowWebhook } from '@pps/webhooks';
import { webhookStream } from '@pps/webhooks/events';
import { webhooksMadeBy } from '@projections/webhooks/webhooks.query';
import type { RevokeKeyDeps } from '../revoke-key/revoke-key';

export type ChangeKeyDeps = RevokeKeyDeps & UpdateApiKeyDeps;

/**
 * Changes name, scopes or accounts of a key. What it made has never more than it has: its keys look at their makers, and its webhooks are sent nothing of
 * accounts that it loses. A repeat finishes what a crash left. Throws `NotFound`, `Rejected`, `NotFresh`.
 */
export async function changeKey(deps: ChangeKeyDeps, caller: Principal, keyId: string, changes: ApiKeyChanges): Promise<ApiKey> {
  const origin = originOfPrincipal(caller, deps.clock());
  const key = await updateApiKey(deps, keyId, changes, caller, origin);
  const { accountIds } = changes;
  if (!accountIds) return key;
  // As of now: the key may have made something since the request came in.
  await deps.freshness.wait('webhooks', { organizationId: caller.organizationId });
  for (const webhookId of await webhooksMadeBy(deps.db, keyId)) {
    await deps.streams.decide(webhookStream, webhookId, origin, (state) => narrowWebhook({ accountIds, at: origin.occurredAt }, state));
  }
  return key;
}
