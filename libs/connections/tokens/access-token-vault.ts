import { type Vault } from '@pps/vault';
import type { PlatformToken } from '@pps/platform';
import { LRUCache } from 'lru-cache';
import { accountSubject } from '../accounts/account-profiles';

export interface TokenPair {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
  readonly refresh_expires_at: string | null;
}

const kind = 'token';
const maxCached = 2_000;
const cacheTtlMs = 60_000;

/** The platform's tokens by reference. The vault is the only place where they are stored. */
export class AccessTokenVault {
  private readonly recent = new LRUCache<string, TokenPair>({ max: maxCached, ttl: cacheTtlMs });

  constructor(private readonly vault: Vault) {}

  put(accountId: string, pair: TokenPair): Promise<string> {
    return this.vault.put(accountSubject(accountId), kind, pair);
  }

  /** Null for deleted tokens. The answer may be up to a minute old, so the caller has to know from the stream that the reference is in use. */
  async get(tokenRef: string): Promise<TokenPair | null> {
    const cached = this.recent.get(tokenRef);
    if (cached) return cached;
    const pair = await this.vault.get<TokenPair>(tokenRef);
    if (pair) this.recent.set(tokenRef, pair);
    return pair;
  }

  loadNewest(accountId: string): Promise<{ readonly ref: string; readonly value: TokenPair } | null> {
    return this.vault.newest<TokenPair>(accountSubject(accountId), kind);
  }

  async deleteOthers(accountId: string, tokenRef: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind, tokenRef);
  }

  async deleteAll(accountId: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind);
  }
}

/** The tokens as the vault stores them; `before` holds what is assumed where the platform named no scopes, or gave no new refresh token. */
export const tokenPairOf = (token: PlatformToken, before: Pick<TokenPair, 'scopes'> & Partial<TokenPair>): TokenPair => ({
  access_token: token.accessToken,
  refresh_token: token.refreshToken,
  scopes: token.scopes ?? before.scopes,
  expires_at: token.expiresAt.toISOString(),
  refresh_expires_at:
    token.refreshTokenExpiresAt?.toISOString() ??
    (token.refreshToken === before.refresh_token ? (before.refresh_expires_at ?? null) : null),
});
