import { Injectable } from '@nestjs/common';
import { AccountDirectory, type DirectoryEntry } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';

/** Checks that a caller may name an account: first the allow-list of the key, then whether the account is of the project. */
@Injectable()
export class OwnAccounts {
  constructor(private readonly accounts: AccountDirectory) {}

  /** Throws `Rejected` `account_not_permitted` or `NotFound`. */
  async require(caller: Pick<Principal, 'projectId' | 'epoch' | 'accountIds' | 'asOf'>, accountId: string): Promise<DirectoryEntry> {
    refuseForeignAccount(caller, accountId);
    const account = await this.accounts.find(caller.projectId, accountId, caller.epoch, caller.asOf);
    if (!account) throw new NotFound('Account');
    return account;
  }
}
