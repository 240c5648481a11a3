import type { Streams } from '@pps/event-store';
import { originOfPrincipal, revokeApiKey, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { keysMadeBy } from '@projections/api_keys/api_keys.query';
import { webhooksMadeBy } from '@projections/webhooks/webhooks.query';
import { endAccess } from './end-access';

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
  // As of now: the key may have made something since the request came in.
  const { organizationId } = caller;
  await Promise.all([deps.freshness.wait('api_keys', { organizationId }), deps.freshness.wait('webhooks', { organizationId })]);
  const [keys, webhookIds] = await Promise.all([keysMadeBy(deps.db, keyId), webhooksMadeBy(deps.db, keyId)]);
  await endAccess(deps, keys, webhookIds, origin);
}
