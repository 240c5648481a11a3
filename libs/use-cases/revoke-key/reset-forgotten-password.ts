import { ResetPassword, type ResetAccount } from '@pps/identity';
import { keysOfOrganization } from '@projections/api_keys/api_keys.query';
import { enabledWebhooksOf } from '@projections/webhooks/webhooks.query';
import { endAccess, type RevokeKeyDeps } from './revoke-key';

/**
 * Sets a password by a mailed link. Where the address was never verified, somebody else may have registered it: its keys end with the same fact, and
 * are revoked then, and its webhooks disabled. Throws `Rejected('invalid_token')`, and `Overloaded`.
 */
export async function resetForgottenPassword(deps: RevokeKeyDeps, command: ResetPassword): Promise<void> {
  const { organizationId, wasUnproven }: ResetAccount = await deps.commands.execute(command);
  if (!wasUnproven) return;
  await Promise.all([deps.freshness.wait('api_keys', { organizationId }), deps.freshness.wait('webhooks', { organizationId })]);
  const [keys, webhookIds] = await Promise.all([keysOfOrganization(deps.db, organizationId), enabledWebhooksOf(deps.db, organizationId)]);
  const origin = { ...command.requestOrigin, organizationId, actor: { type: 'system' }, occurredAt: command.at } as const;
  await endAccess(deps, keys, webhookIds, origin);
}
