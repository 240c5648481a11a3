import type { Principal } from '../users/principal';

/** Port to the project's platform accounts, given by the host: an API key may only be limited to accounts that exist and are connected. */
export interface ProjectAccounts {
  /** Throws `NotFound` for an account that is not the project's in its present epoch, `Rejected('account_revoked')` for one that is disconnected. */
  require(project: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<void>;
}

/**
 * Requires one account after the other, each once, and looks at none after the first that is refused: so many are read as the project has
 * accounts and one more, however many are named.
 */
export async function requireAccounts(
  accounts: ProjectAccounts,
  project: Pick<Principal, 'projectId' | 'epoch'>,
  accountIds: readonly string[] | null | undefined,
): Promise<void> {
  for (const accountId of new Set(accountIds ?? [])) await accounts.require(project, accountId);
}
