import type { GrantTokens, GrantTokenState, Principal } from '@pps/identity';

/** What a program gets: the texts of a pair, until when the first is good, and what it may do. */
export interface GrantPair {
  readonly access: string;
  readonly refresh: string;
  readonly accessEndsAt: Date;
  readonly scopes: Principal['scopes'];
}

type PairState = Pick<GrantTokenState, 'generation' | 'refreshEndsAt' | 'accessEndsAt'>;

/** The texts of a pair, which follow from where the grant stands. */
export function grantPair(
  tokens: Pick<GrantTokens, 'textOf'>,
  { keyId, environment, scopes }: { readonly keyId: string } & Pick<Principal, 'environment' | 'scopes'>,
  { generation, refreshEndsAt, accessEndsAt }: PairState,
): GrantPair {
  const textOf = (kind: 'access' | 'refresh', endsAt: Date) => tokens.textOf({ kind, environment, keyId, generation, endsAt });
  return { access: textOf('access', accessEndsAt), refresh: textOf('refresh', refreshEndsAt), accessEndsAt, scopes };
}
