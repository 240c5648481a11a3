import { Rejected } from '@pps/kernel';
import { requireAccounts, type ProjectAccounts } from '../api-keys/create-api-key';
import { refuseEscalation, type KeyPermissions } from '../api-keys/key-permissions';
import type { Principal } from '../users/principal';

export interface GrantableDeps {
  readonly projectAccounts: ProjectAccounts;
}

/**
 * The session in which somebody agrees that a terminal or another program acts for him: every consent passes here. Throws `Rejected('invalid_token')` where he is not signed
 * in, `Rejected('insufficient_scope')`, `Rejected('account_not_permitted')` or `NotFound` for what he does not have himself.
 */
export async function requireGrantable(
  app: GrantableDeps,
  holder: Principal,
  permissions: KeyPermissions,
): Promise<{ readonly sessionId: string; readonly sessionGeneration: number }> {
  const { sessionId, sessionGeneration } = holder;
  if (sessionId === undefined || sessionGeneration === undefined || holder.kind !== 'session')
    throw new Rejected('invalid_token', 'The sign-in has ended');
  refuseEscalation(holder, permissions);
  await requireAccounts(app.projectAccounts, holder, permissions.accountIds);
  return { sessionId, sessionGeneration };
}
