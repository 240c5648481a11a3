import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@pps/identity';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';

interface Verified {
  readonly claims: AccessTokenClaims;
  readonly endsAtMs: number;
}

const most = 10_000;

/** Claims of session tokens whose signature was found good, by the token's hash. Whatever can end a session is not cached: it is checked on every call. */
@Injectable()
export class VerifiedTokens {
  private readonly verified = new LRUCache<string, Verified>({ max: most });

  /** Undefined for a token that was never verified here, or that has ended by `nowMs`. */
  get(token: string, nowMs: number): AccessTokenClaims | undefined {
    const known = this.verified.get(keyOf(token));
    return known && nowMs < known.endsAtMs ? known.claims : undefined;
  }

  put(token: string, claims: AccessTokenClaims, endsAtMs: number): void {
    this.verified.set(keyOf(token), { claims, endsAtMs });
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64');
