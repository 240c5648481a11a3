import type { Origin, Streams } from '@pps/event-store';
import { resetPassword, type ResetPasswordDeps } from '@pps/identity';
import type { Database, Freshness } from '@pps/read-store';
import { keysOfOrganization } from '@projections/api_keys/api_keys.query';
import { enabledWebhooksOf } from '@projections/webhooks/webhooks.query';
import { endAccess } from './change-key';

type ResetForgottenPasswordDeps = EndUnprovenAccessDeps & ResetPasswordDeps;

/** The password that somebody chose with a mailed link. */
interface ChosenPassword {
  readonly token: string;
  readonly password: string;
  readonly at: string;
  readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>;
}

/**
 * Sets a password by a mailed link. Where the address was never verified, somebody else may have registered it: its keys end with the same fact, and
 * are revoked then, and its webhooks disabled (`unprovenAccess` finishes that after a crash). Throws `Rejected('invalid_token')`, and `Overloaded`.
 */
export async function resetForgottenPassword(deps: ResetForgottenPasswordDeps, chosen: ChosenPassword): Promise<void> {
  const { token, password, at, requestOrigin } = chosen;
  const { organizationId, wasUnproven } = await resetPassword(deps, token, password, at, requestOrigin);
  if (!wasUnproven) return;
  const origin = { ...requestOrigin, organizationId, actor: { type: 'system' }, occurredAt: at } as const;
  await endUnprovenAccess(deps, organizationId, null, origin);
}

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
