import { Rejected } from '@pps/kernel';
import { isLooserMode, modeOfGrant, type PublishingMode } from '../grants/publishing-mode';
import type { AccountAllowList, Principal, Scope } from '../users/principal';

export const allScopes: readonly Scope[] = ['read', 'write', 'destructive'];

export interface KeyPermissions {
  readonly scopes: readonly Scope[];
  readonly accountIds: AccountAllowList;
}

/** What all of these grant: of each scope and account only what every one has. */
export function intersectGrants(keys: readonly KeyPermissions[]): KeyPermissions {
  const lists = keys.flatMap(({ accountIds }) => (accountIds ? [accountIds] : []));
  return {
    scopes: allScopes.filter((scope) => keys.every(({ scopes }) => scopes.includes(scope))),
    accountIds: lists[0]?.filter((accountId) => lists.every((list) => list.includes(accountId))) ?? null,
  };
}

/** A credential cannot give a key more than it may do itself. Throws `Rejected('insufficient_scope')` or `Rejected('account_not_permitted')`. */
export function refuseEscalation(maker: Pick<Principal, 'scopes' | 'accountIds'>, permissions: Partial<KeyPermissions>): void {
  const scope = permissions.scopes?.find((candidate) => !maker.scopes.includes(candidate));
  if (scope)
    throw new Rejected(
      'insufficient_scope',
      'The API key cannot grant a scope it lacks',
      { required_scope: scope },
      { remediation: 'Leave that scope out, or make the key with one that has it.' },
    );
  const allowed = maker.accountIds;
  if (allowed === null || permissions.accountIds === undefined) return;
  if (permissions.accountIds === null) {
    throw new Rejected(
      'account_not_permitted',
      'The API key is limited to some accounts and cannot make one that is not',
      {
        account_id: null,
      },
      { remediation: 'Name accounts of your own key in platform_account_ids.' },
    );
  }
  const accountId = permissions.accountIds.find((candidate) => !allowed.includes(candidate));
  if (accountId) throw accountNotPermitted(accountId);
}

/**
 * Whoever changes a key must have what the change adds: a new scope on every account of the key, a new account with every scope of the key.
 * Throws `Rejected('insufficient_scope')` or `Rejected('account_not_permitted')`.
 */
export function refuseEscalatingChange(
  changer: Pick<Principal, 'scopes' | 'accountIds'>,
  before: KeyPermissions,
  after: KeyPermissions,
): void {
  const scopes = after.scopes.filter((scope) => !before.scopes.includes(scope));
  if (scopes.length > 0) refuseEscalation(changer, { scopes, accountIds: after.accountIds });
  if (before.accountIds === null) return;
  const added = after.accountIds?.filter((accountId) => !before.accountIds?.includes(accountId)) ?? null;
  if (added === null || added.length > 0) refuseEscalation(changer, { scopes: after.scopes, accountIds: added });
}

type GrantPermissions = KeyPermissions & { readonly mode?: PublishingMode; readonly source?: 'device' | 'oauth' };

const howItGrows = {
  oauth: 'Tick it at /app/grant?id=… with the id of the key, or let the program ask again.',
  device: 'Let the terminal sign in again, and tick it there.',
} as const;

/** What a program or a terminal may do grows only by the consent of its person. Throws `Rejected('session_required')`. */
export function refuseWidening(before: GrantPermissions, after: GrantPermissions): void {
  const isWithin = (one: readonly string[] | null, other: readonly string[] | null) =>
    other === null || (one !== null && one.every((item) => other.includes(item)));
  const isLooser = isLooserMode(modeOfGrant(after), modeOfGrant(before));
  if (!isLooser && isWithin(after.scopes, before.scopes) && isWithin(after.accountIds, before.accountIds)) return;
  throw new Rejected(
    'session_required',
    'What a program may do grows only where its person agrees to it',
    {},
    { remediation: howItGrows[before.source ?? 'oauth'] },
  );
}

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
