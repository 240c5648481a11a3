import type { Streams, Origin } from '@pps/event-store';
import type { Database, Freshness } from '@pps/read-store';
import { keysOfOrganization } from '@projections/api_keys/api_keys.query';
import { enabledWebhooksOf } from '@projections/webhooks/webhooks.query';
import { endAccess } from './end-access';

export interface EndUnprovenAccessDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
}

/**
 * Revokes the keys and disables the webhooks of an organization whose address was proven just now: they may be of somebody else who had registered it.
 * Later on only those that were made until then (ISO 8601), so that what the owner has made since stays; null: all, whatever the clocks of their makers
 * said. A repeat is silent. Throws `NotFresh`.
 */
export async function endUnprovenAccess(
  deps: EndUnprovenAccessDeps,
  organizationId: string,
  until: string | null,
  origin: Origin,
): Promise<void> {
  await Promise.all([deps.freshness.wait('api_keys', { organizationId }), deps.freshness.wait('webhooks', { organizationId })]);
  const [keyIds, webhookIds] = await Promise.all([
    keysOfOrganization(deps.db, organizationId, until),
    enabledWebhooksOf(deps.db, organizationId, until),
  ]);
  await endAccess(deps, keyIds, webhookIds, origin);
}
