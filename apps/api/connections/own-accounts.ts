import { Inject, Injectable } from '@nestjs/common';
import type { DirectoryEntry } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { APP, type App } from '../../foundation/bind-app';

type Caller = Pick<Principal, 'projectId' | 'epoch' | 'accountIds' | 'asOf'>;

/** Checks that a caller may name an account: first the allow-list of the key, then whether the account is of the project. */
@Injectable()
export class OwnAccounts {
  constructor(@Inject(APP) private readonly app: Pick<App, 'accounts' | 'reconnection'>) {}

  /** Throws `Rejected` `account_not_permitted` or `NotFound`. */
  async require(caller: Caller, accountId: string): Promise<DirectoryEntry> {
    refuseForeignAccount(caller, accountId);
    const account = await this.app.accounts.find(caller.projectId, accountId, caller.epoch, caller.asOf);
    if (!account) throw new NotFound('Account');
    return account;
  }

  /** The same of an account that is still connected. Throws `Rejected` `account_revoked` too. */
  async requireConnected(caller: Caller, accountId: string): Promise<DirectoryEntry> {
    const account = await this.require(caller, accountId);
    if (account.revokedAt) throw this.app.reconnection.rejection('account_revoked', accountId);
    return account;
  }
}
