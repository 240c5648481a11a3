import { Injectable } from '@nestjs/common';
import { AccountDirectory, type DirectoryEntry } from '@pps/connections';
import type { Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';

type Caller = Pick<Principal, 'projectId' | 'epoch' | 'accountIds'>;

/** Whether a caller may name an account: his allow-list first, then whether it is his project's. */
@Injectable()
export class AccountAccess {
  constructor(private readonly accounts: AccountDirectory) {}

  /** Throws `Rejected` `account_not_permitted`. */
  requirePermitted({ accountIds }: Caller, accountId: string): void {
    if (accountIds !== null && !accountIds.includes(accountId))
      throw new Rejected('account_not_permitted', "The account is outside the API key's allow-list", { account_id: accountId });
  }

  /** Throws `Rejected` `account_not_permitted` or `NotFound`. */
  async require(caller: Caller, accountId: string): Promise<DirectoryEntry> {
    this.requirePermitted(caller, accountId);
    const account = await this.accounts.find(caller.projectId, accountId, caller.epoch);
    if (!account) throw new NotFound('Account');
    return account;
  }
}
