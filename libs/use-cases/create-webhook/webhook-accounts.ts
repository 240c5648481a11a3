import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { requireLiveAccount, type PinCheckDeps } from '../create-pin/pin-checks';
import { refuseMoreAccounts, type AccountListDeps } from '../project-limits/refuse-more-accounts';

export type WebhookAccountsDeps = Pick<PinCheckDeps, 'accounts' | 'reconnection'> & AccountListDeps;

/**
 * The caller may have a webhook be sent events of these accounts (null: of all). Throws `NotFound`, `Rejected`: `account_not_permitted`,
 * `account_revoked`.
 */
export async function requireWebhookAccounts(
  deps: WebhookAccountsDeps,
  principal: Principal,
  accountIds: readonly string[] | null,
): Promise<void> {
  if (accountIds === null && principal.accountIds !== null) {
    throw new Rejected(
      'account_not_permitted',
      'The API key is limited to some accounts and so are its webhooks',
      {},
      { remediation: 'Name accounts of the key in platform_account_ids.' },
    );
  }
  await refuseMoreAccounts(deps, principal, accountIds);
  for (const accountId of new Set(accountIds ?? [])) await requireLiveAccount(deps, principal, accountId);
}
