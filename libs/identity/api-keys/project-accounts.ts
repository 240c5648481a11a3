import type { Principal } from '../users/principal';

/** Port to the project's platform accounts, bound by the host: an API key may only be limited to accounts that exist and are connected. */
export interface ProjectAccounts {
  /** Throws `NotFound` for an account that is not the project's in its present epoch, `Rejected('account_revoked')` for one that is disconnected. */
  require(project: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<void>;
}

/** Injection token of the host's `ProjectAccounts`. */
export const PROJECT_ACCOUNTS = Symbol('ProjectAccounts');
