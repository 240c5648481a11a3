import { NotFound } from '@pps/kernel';
import type { Principal } from './principal';

/** Port: which platform accounts a project has; the host binds it. */
export interface AccountDirectory {
  /** True for an account of the project in its present epoch, revoked or not. */
  exists(project: Pick<Principal, 'projectId' | 'epoch'>, accountId: string): Promise<boolean>;
}

/** Injection token of the host's `AccountDirectory`. */
export const ACCOUNT_DIRECTORY = Symbol('AccountDirectory');

/** Throws `NotFound` when one of the accounts is not the project's. */
export async function refuseUnknownAccounts(
  directory: AccountDirectory,
  project: Pick<Principal, 'projectId' | 'epoch'>,
  accountIds: readonly string[],
): Promise<void> {
  const known = await Promise.all(accountIds.map((accountId) => directory.exists(project, accountId)));
  if (known.includes(false)) throw new NotFound('Account');
}
