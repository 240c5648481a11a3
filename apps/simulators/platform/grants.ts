import { randomBytes } from 'node:crypto';
import { accountOf } from './accounts';
import type { PlatformState } from './platform-state';
import { authenticationFailed, badParameter } from './refusal';
import type { AuthorizationCode } from './rows';

const codeLifeMs = 600_000;
const refreshLifeSeconds = 5_184_000;

export function grantCode(state: PlatformState, grant: Omit<AuthorizationCode, 'code' | 'expiresMs'>): string {
  accountOf(state, grant.username);
  const code = randomBytes(24).toString('base64url');
  state.codes.put(code, { ...grant, code, expiresMs: state.now() + codeLifeMs });
  return code;
}

/** A code works once, for the app and the address it was given to. */
export function tokenForCode(state: PlatformState, clientId: string, code: string, redirectUri: string): Record<string, unknown> {
  const grant = state.codes.get(code);
  if (grant === undefined || grant.expiresMs <= state.now()) throw badParameter('The authorization code is invalid, expired or used.');
  state.codes.remove(code);
  if (grant.clientId !== clientId || grant.redirectUri !== redirectUri)
    throw badParameter('The authorization code was issued to another client or redirect_uri.');
  return issueTokens(state, grant);
}

/** Gives new tokens; the refresh token is dead from here on, the old access token lives until it expires. */
export function tokenForRefresh(state: PlatformState, clientId: string, token: string): Record<string, unknown> {
  const known = state.refreshTokens.get(token);
  if (known === undefined || known.expiresMs <= state.now() || known.clientId !== clientId) throw authenticationFailed();
  state.refreshTokens.remove(token);
  return issueTokens(state, known);
}

export function expireAccess(state: PlatformState, username: string): number {
  const tokens = [...state.accessTokens.rows()].filter((token) => token.username === username);
  for (const token of tokens) state.accessTokens.remove(token.token);
  return tokens.length;
}

export function revokeAll(state: PlatformState, username: string): number {
  const tokens = [...state.refreshTokens.rows()].filter((token) => token.username === username);
  for (const token of tokens) state.refreshTokens.remove(token.token);
  return tokens.length + expireAccess(state, username);
}

function issueTokens(
  state: PlatformState,
  grant: { username: string; clientId: string; scopes: readonly string[] },
): Record<string, unknown> {
  const { username, clientId, scopes } = grant;
  const expiresIn = state.settings().access_token_seconds;
  const access = `pina_${randomBytes(32).toString('base64url')}`;
  const refresh = `pinr_${randomBytes(32).toString('base64url')}`;
  const refreshExpiresMs = state.now() + refreshLifeSeconds * 1000;
  dropExpired(state, username);
  state.accessTokens.put(access, { username, token: access, scopes, expiresMs: state.now() + expiresIn * 1000 });
  state.refreshTokens.put(refresh, { username, token: refresh, scopes, clientId, expiresMs: refreshExpiresMs });
  return {
    response_type: 'authorization_code',
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: expiresIn,
    refresh_token_expires_in: refreshLifeSeconds,
    refresh_token_expires_at: Math.floor(refreshExpiresMs / 1000),
    scope: scopes.join(' '),
  };
}

function dropExpired(state: PlatformState, username: string): void {
  const dead = [...state.accessTokens.rows()].filter((token) => token.username === username && token.expiresMs <= state.now());
  for (const token of dead) state.accessTokens.remove(token.token);
}
