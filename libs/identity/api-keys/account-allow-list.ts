import { Rejected } from '@pps/kernel';

/** The accounts that a credential may name; null: all of its project, as a session may. */
export type AccountAllowList = readonly string[] | null;

/** Throws `Rejected('account_not_permitted')` when the credential may not name the account. */
export function refuseForeignAccount({ accountIds }: { readonly accountIds: AccountAllowList }, accountId: string): void {
  if (accountIds !== null && !accountIds.includes(accountId)) throw accountNotPermitted(accountId);
}

export const accountNotPermitted = (accountId: string): Rejected =>
  new Rejected('account_not_permitted', "The account is outside the API key's allow-list", { account_id: accountId });
