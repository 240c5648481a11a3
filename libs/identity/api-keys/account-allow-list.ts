import { Rejected } from '@pps/kernel';

/** The accounts that a credential may name; null: all of its project, as a session may. */
export type AccountAllowList = readonly string[] | null;

interface Limited {
  readonly accountIds: AccountAllowList;
}

/** For an account that the request names. Throws `Rejected('account_not_permitted')`, which names it too, when the credential may not. */
export function refuseForeignAccount({ accountIds }: Limited, accountId: string): void {
  if (isForeign({ accountIds }, accountId)) throw accountNotPermitted(accountId);
}

/** For the account of what the request names. Throws `Rejected('account_not_permitted')`, which does not tell the account. */
export function refuseForeignOwner({ accountIds }: Limited, accountId: string): void {
  if (isForeign({ accountIds }, accountId)) throw ownerNotPermitted();
}

const isForeign = ({ accountIds }: Limited, accountId: string): boolean => accountIds !== null && !accountIds.includes(accountId);

/** The refusal of what concerns more than the accounts that a credential is limited to. */
export const limitedToAccounts = (): Rejected =>
  new Rejected(
    'account_not_permitted',
    'The API key is limited to some accounts, and this concerns more than those',
    { account_id: null },
    {
      remediation: 'Log in, or use a key that is not limited to accounts.',
    },
  );

/** The refusal of what belongs to an account that the caller did not name and is not told. */
export const ownerNotPermitted = (): Rejected =>
  new Rejected('account_not_permitted', "What is asked for belongs to an account outside the API key's allow-list", { account_id: null });

export const accountNotPermitted = (accountId: string): Rejected =>
  new Rejected('account_not_permitted', "The account is outside the API key's allow-list", { account_id: accountId });
