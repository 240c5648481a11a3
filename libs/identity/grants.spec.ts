import { allScopes, refuseBeyond, refuseForeignAccount } from './grants';

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
  ] as const)('with %j and accounts %j that hands on %j: %s', (scopes, accountIds, grants, expected) => {
    expect(code(() => refuseBeyond({ scopes, accountIds }, grants))).toBe(expected);
  });

  it('may name the accounts it is for, or every one', () => {
    expect(code(() => refuseForeignAccount({ accountIds: null }, 'a'))).toBe('allowed');
    expect(code(() => refuseForeignAccount({ accountIds: ['a'] }, 'a'))).toBe('allowed');
    expect(code(() => refuseForeignAccount({ accountIds: ['a'] }, 'b'))).toBe('account_not_permitted');
  });
});
