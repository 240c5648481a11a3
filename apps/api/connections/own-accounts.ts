import type { DirectoryEntry } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import type { App } from '../../foundation/bind-app';

type Caller = Pick<Principal, 'projectId' | 'epoch' | 'accountIds' | 'asOf'>;

/** Throws `Rejected` `account_not_permitted` or `NotFound`. */
export async function requireOwnAccount(
  app: Pick<App, 'accounts' | 'reconnection'>,
  caller: Caller,
  accountId: string,
): Promise<DirectoryEntry> {
  refuseForeignAccount(caller, accountId);
  const account = await app.accounts.find(caller.projectId, accountId, caller.epoch, caller.asOf);
  if (!account) throw new NotFound('Account');
  return account;
}

/** The same of an account that is still connected. Throws `Rejected` `account_revoked` too. */
export async function requireConnectedAccount(
  app: Pick<App, 'accounts' | 'reconnection'>,
  caller: Caller,
  accountId: string,
): Promise<DirectoryEntry> {
  const account = await requireOwnAccount(app, caller, accountId);
  if (account.revokedAt) throw app.reconnection.rejection('account_revoked', accountId);
  return account;
}
