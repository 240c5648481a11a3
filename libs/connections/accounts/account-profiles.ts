import { type Vault } from '@pps/vault';

export interface AccountProfile {
  readonly username: string;
  readonly display_name: string | null;
}

const kind = 'profile';

export const accountSubject = (accountId: string): string => `account:${accountId}`;

/** Names of accounts' users at the platform. They are personal data, so they lie in the vault. */
export class AccountProfiles {
  constructor(private readonly vault: Vault) {}

  put(accountId: string, profile: AccountProfile): Promise<string> {
    return this.vault.put(accountSubject(accountId), kind, profile);
  }

  get(profileRef: string): Promise<AccountProfile | null> {
    return this.vault.get<AccountProfile>(profileRef);
  }

  /** Profiles by reference, at most 1,000 at once; those of forgotten users are absent. */
  getMany(profileRefs: readonly string[]): Promise<ReadonlyMap<string, AccountProfile>> {
    return this.vault.getMany<AccountProfile>(profileRefs);
  }

  async deleteOthers(accountId: string, profileRef: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind, profileRef);
  }
}
