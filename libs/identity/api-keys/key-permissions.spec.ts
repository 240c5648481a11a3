import {
  refuseForeignAccount,
  refuseForeignOwner,
  allScopes,
  intersectGrants,
  refuseEscalation,
  refuseEscalatingChange,
} from './key-permissions';

const code = (work: () => void) => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a credential', () => {
  it.each([
    [allScopes, null, { scopes: allScopes, accountIds: null }, 'allowed'],
    [['read'], null, { scopes: ['read'], accountIds: ['a'] }, 'allowed'],
    [['read'], null, { scopes: ['read', 'write'], accountIds: null }, 'insufficient_scope'],
    [allScopes, ['a', 'b'], { scopes: allScopes, accountIds: ['b'] }, 'allowed'],
    [allScopes, ['a'], { scopes: allScopes, accountIds: ['a', 'b'] }, 'account_not_permitted'],
    [allScopes, ['a'], { scopes: allScopes, accountIds: null }, 'account_not_permitted'],
    [allScopes, ['a'], { scopes: ['read'] }, 'allowed'],
  ] as const)('with %j and accounts %j that hands on %j: %s', (scopes, accountIds, permissions, expected) => {
    expect(code(() => refuseEscalation({ scopes, accountIds }, permissions))).toBe(expected);
  });

  it.each([
    [
      'a scope to a key for more accounts',
      { scopes: ['read'], accountIds: null },
      { scopes: ['write'], accountIds: null },
      'account_not_permitted',
    ],
    [
      'a scope to a key for other accounts',
      { scopes: [], accountIds: ['b'] },
      { scopes: ['write'], accountIds: ['b'] },
      'account_not_permitted',
    ],
    [
      'an account to a key with more scopes',
      { scopes: ['read'], accountIds: ['b'] },
      { scopes: ['read'], accountIds: ['a', 'b'] },
      'insufficient_scope',
    ],
    ['every account', { scopes: ['write'], accountIds: ['a'] }, { scopes: ['write'], accountIds: null }, 'account_not_permitted'],
    ['what it has', { scopes: [], accountIds: ['a'] }, { scopes: ['write'], accountIds: ['a'] }, 'allowed'],
    ['nothing, and takes a scope away', { scopes: allScopes, accountIds: null }, { scopes: ['read'], accountIds: null }, 'allowed'],
    ['nothing, and takes accounts away', { scopes: allScopes, accountIds: null }, { scopes: allScopes, accountIds: ['b'] }, 'allowed'],
  ] as const)('to write to one account that adds %s', (_, before, after, expected) => {
    expect(code(() => refuseEscalatingChange({ scopes: ['write'], accountIds: ['a'] }, before, after))).toBe(expected);
  });

  it.each([
    ['the scopes that all of them have', [allScopes, null], [['read', 'write'], null], [['read', 'destructive'], null], ['read'], null],
    ['the accounts that all of them name', [['read'], null], [['read'], ['a', 'b']], [['read'], ['b', 'c']], ['read'], ['b']],
    ['nothing where nothing is left', [['read'], ['a']], [['write'], ['b']], [['read'], null], [], []],
  ] as const)('of keys that made one another has %s', (_, first, second, third, scopes, accountIds) => {
    const grants = [first, second, third].map(([granted, named]) => ({ scopes: granted, accountIds: named }));
    expect(intersectGrants(grants)).toEqual({ scopes, accountIds });
  });

  it('may name the accounts it is for, or every one', () => {
    expect(code(() => refuseForeignAccount({ accountIds: null }, 'a'))).toBe('allowed');
    expect(code(() => refuseForeignAccount({ accountIds: ['a'] }, 'a'))).toBe('allowed');
    expect(code(() => refuseForeignAccount({ accountIds: ['a'] }, 'b'))).toBe('account_not_permitted');
  });

  it('is told the account that it named itself, and not the one of what it named', () => {
    const limited = { accountIds: ['a'] };
    const refused = (account_id: string | null) => expect.objectContaining({ code: 'account_not_permitted', context: { account_id } });
    expect(() => refuseForeignAccount(limited, 'b')).toThrow(refused('b'));
    expect(() => refuseForeignOwner(limited, 'b')).toThrow(refused(null));
    expect(code(() => refuseForeignOwner(limited, 'a'))).toBe('allowed');
    expect(code(() => refuseForeignOwner({ accountIds: null }, 'b'))).toBe('allowed');
  });
});
