import { Rejected } from '@pps/kernel';

/** The accounts that a credential may name; null: all of its project, as a session may. */
export type AccountAllowList = readonly string[] | null;

/** Throws `Rejected('account_not_permitted')` when the credential may not name the account. */
export function refuseForeignAccount({ accountIds }: { readonly accountIds: AccountAllowList }, accountId: string): void {
  if (accountIds !== null && !accountIds.includes(accountId)) throw accountNotPermitted(accountId);
}

/** The refusal of what concerns more than the accounts that a credential is limited to. */
export const limitedToAccounts = (): Rejected =>
  new Rejected('account_not_permitted', 'The API key is limited to some accounts, and this concerns more than those', { account_id: null });

export const accountNotPermitted = (accountId: string): Rejected =>
  new Rejected('account_not_permitted', "The account is outside the API key's allow-list", { account_id: accountId });
