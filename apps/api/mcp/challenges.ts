import { allScopes, type Principal, type Scope } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import { resourceMetadataUri } from '../oauth/issuer';

type Address = Pick<Configuration, 'PUBLIC_URL'>;

/** What a program is to ask for at first; the rest when it needs it. */
const firstScopes: readonly Scope[] = ['read', 'write'];

/** What who shows no good credential is told: where to learn how people let programs act. */
export function signInChallenge(configuration: Address, code: string): string {
  const error =
    code === 'missing_credentials' ? [] : ['error="invalid_token"', 'error_description="The token is unknown, over or not for here"'];
  return bearer([...error, ...pointers(configuration, firstScopes)]);
}

/** What a program is told that was not given what a call needs: all that it has, and that. */
export function scopeChallenge(configuration: Address, { scopes }: Pick<Principal, 'scopes'>, needed: Scope): string {
  const all = allScopes.filter((scope) => scope === needed || scopes.includes(scope));
  return bearer(['error="insufficient_scope"', `error_description="This needs ${needed}"`, ...pointers(configuration, all)]);
}

const bearer = (parts: readonly string[]): string => `Bearer ${parts.join(', ')}`;

const pointers = (configuration: Address, scopes: readonly Scope[]): string[] => [
  `scope="${scopes.join(' ')}"`,
  `resource_metadata="${resourceMetadataUri(configuration, 'mcp')}"`,
];
