import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';
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
const cachedAtMost = 2_000;
const cachedForMs = 60_000;

/** The platform's tokens by reference; nowhere else do they rest. */
@Injectable()
export class AccessTokenVault {
  private readonly recent = new LRUCache<string, TokenPair>({ max: cachedAtMost, ttl: cachedForMs });

  constructor(@Inject(VAULT) private readonly vault: Vault) {}

  put(accountId: string, pair: TokenPair): Promise<string> {
    return this.vault.put(accountSubject(accountId), kind, pair);
  }

  /** Null for tokens that were deleted. An answer may be up to a minute old: ask the stream first whether the reference is in use. */
  async get(tokenRef: string): Promise<TokenPair | null> {
    const cached = this.recent.get(tokenRef);
    if (cached) return cached;
    const pair = await this.vault.get<TokenPair>(tokenRef);
    if (pair) this.recent.set(tokenRef, pair);
    return pair;
  }

  newest(accountId: string): Promise<{ readonly ref: string; readonly value: TokenPair } | null> {
    return this.vault.newest<TokenPair>(accountSubject(accountId), kind);
  }

  async keepOnly(accountId: string, tokenRef: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind, tokenRef);
  }

  async dropAll(accountId: string): Promise<void> {
    await this.vault.drop(accountSubject(accountId), kind);
  }
}

/** @param otherwise scopes of a token about whose scopes the platform said nothing */
export const tokenPairOf = (token: PlatformToken, otherwise: readonly string[]): TokenPair => ({
  access_token: token.accessToken,
  refresh_token: token.refreshToken,
  scopes: token.scopes ?? otherwise,
  expires_at: token.expiresAt.toISOString(),
  refresh_expires_at: token.refreshTokenExpiresAt?.toISOString() ?? null,
});
