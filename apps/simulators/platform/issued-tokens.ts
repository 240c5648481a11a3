import { randomBytes } from 'node:crypto';
import { ensureAccountRecord } from './board-records';
import type { PlatformState } from './platform-state';
import { authenticationFailed, badParameter } from './platform-refusal';
import type { AuthorizationCode, TokenCounts } from './records';

const codeLifeMs = 600_000;

export function grantCode(state: PlatformState, grant: Omit<AuthorizationCode, 'code' | 'expiresMs'>): string {
  ensureAccountRecord(state, grant.username);
  const code = randomBytes(24).toString('base64url');
  state.codes.put(code, { ...grant, code, expiresMs: state.now() + codeLifeMs });
  return code;
}

/** A code works once, for the app and the address it was given to. */
export function issueTokensForCode(state: PlatformState, clientId: string, code: string, redirectUri: string): Record<string, unknown> {
  const grant = state.codes.get(code);
  if (grant === undefined || grant.expiresMs <= state.now()) throw badParameter('The authorization code is invalid, expired or used.');
  state.codes.remove(code);
  if (grant.clientId !== clientId || grant.redirectUri !== redirectUri)
    throw badParameter('The authorization code was issued to another client or redirect_uri.');
  return issueTokens(state, grant, 'authorization_code');
}

/** Issues new tokens. The refresh token no longer works; the old access token works until it expires, unless the settings end it. */
export function issueTokensForRefresh(state: PlatformState, clientId: string, token: string): Record<string, unknown> {
  const known = state.refreshTokens.get(token);
  if (known === undefined || known.expiresMs <= state.now() || known.clientId !== clientId) throw authenticationFailed();
  state.refreshTokens.remove(token);
  if (state.settings().refresh_ends_access && known.access !== undefined) state.accessTokens.remove(known.access);
  return issueTokens(state, known, 'refresh_token');
}

export function expireAccessTokens(state: PlatformState, username: string): number {
  const tokens = [...state.accessTokens.rows()].filter((token) => token.username === username);
  for (const token of tokens) state.accessTokens.remove(token.token);
  return tokens.length;
}

export function revokeTokens(state: PlatformState, username: string): number {
  const tokens = [...state.refreshTokens.rows()].filter((token) => token.username === username);
  for (const token of tokens) state.refreshTokens.remove(token.token);
  return tokens.length + expireAccessTokens(state, username);
}

/** Takes scopes from all of the user's tokens. */
export function narrowScopes(state: PlatformState, username: string, scopes: readonly string[]): number {
  const narrow = (granted: readonly string[]) => granted.filter((scope) => scopes.includes(scope));
  const access = [...state.accessTokens.rows()].filter((token) => token.username === username);
  const refresh = [...state.refreshTokens.rows()].filter((token) => token.username === username);
  for (const token of access) state.accessTokens.put(token.token, { ...token, scopes: narrow(token.scopes) });
  for (const token of refresh) state.refreshTokens.put(token.token, { ...token, scopes: narrow(token.scopes) });
  return access.length + refresh.length;
}

export function countIssuedTokens(state: PlatformState, username: string): TokenCounts {
  return state.issued.get(username) ?? { username, authorization_code: 0, refresh_token: 0 };
}

function issueTokens(
  state: PlatformState,
  grant: { username: string; clientId: string; scopes: readonly string[] },
  given: 'authorization_code' | 'refresh_token',
): Record<string, unknown> {
  const { username, clientId, scopes } = grant;
  const { access_token_seconds: expiresIn, refresh_token_seconds: refreshLifeSeconds } = state.settings();
  const access = `pina_${randomBytes(32).toString('base64url')}`;
  const refresh = `pinr_${randomBytes(32).toString('base64url')}`;
  const refreshExpiresMs = state.now() + refreshLifeSeconds * 1000;
  dropExpired(state, username);
  state.accessTokens.put(access, { username, token: access, scopes, expiresMs: state.now() + expiresIn * 1000 });
  state.refreshTokens.put(refresh, { username, token: refresh, scopes, clientId, access, expiresMs: refreshExpiresMs });
  const issued = countIssuedTokens(state, username);
  state.issued.put(username, { ...issued, [given]: issued[given] + 1 });
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
