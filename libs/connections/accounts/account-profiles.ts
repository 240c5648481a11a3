import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';

export interface AccountProfile {
  readonly username: string;
  readonly display_name: string | null;
}

const kind = 'profile';

export const accountSubject = (accountId: string): string => `account:${accountId}`;

/** What the platform's user calls himself: personal data, so in the vault. */
@Injectable()
export class AccountProfiles {
  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  put(accountId: string, profile: AccountProfile): Promise<string> {
    return this.vault.put(accountSubject(accountId), kind, profile);
  }

  get(profileRef: string): Promise<AccountProfile | null> {
    return this.vault.get<AccountProfile>(profileRef);
  }

  /** At most 1,000 at once; those of forgotten users are absent. */
  getMany(profileRefs: readonly string[]): Promise<ReadonlyMap<string, AccountProfile>> {
    return this.vault.getMany<AccountProfile>(profileRefs);
  }

  async keepOnly(accountId: string, profileRef: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind, profileRef);
  }
}
