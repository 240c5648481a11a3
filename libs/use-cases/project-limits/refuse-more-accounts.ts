import type { AccountDirectory } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import type { PinCheckDeps } from '../create-pin/pin-checks';

export interface AccountListDeps extends Pick<PinCheckDeps, 'termsOf'> {
  readonly accounts: Pick<AccountDirectory, 'countKnown'>;
}

/**
 * Refuses a list that names more accounts than the plan allows and the project ever had, as not all of them can be its own: by one look at the
 * project's own list, however many are named. Throws `Rejected('account_not_permitted')`, `NotFound`.
 */
export async function refuseMoreAccounts(
  { accounts, termsOf }: AccountListDeps,
  principal: Principal,
  accountIds: readonly string[] | null | undefined,
): Promise<void> {
  const named = new Set(accountIds ?? []);
  for (const accountId of named) refuseForeignAccount(principal, accountId);
  if (named.size <= 1) return;
  const { platformAccountsLimit } = (await termsOf(principal)).terms;
  if (named.size <= platformAccountsLimit) return;
  if (named.size > (await accounts.countKnown(principal.projectId, principal.epoch))) throw new NotFound('Account');
}
