import { Injectable, Inject } from '@nestjs/common';
import { type AccessTokenClaims, accessTokenRules, claimsOf, selectSigningKey, type Identity, type Principal } from '@pps/identity';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { APP, type App } from '../../foundation/bind-app';
import type { AuthenticatedRequest } from './principal.decorator';
import { IDENTITY } from './identity';

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

export const accessTokenStrategy = 'access-token';

type PassportRequest = Parameters<Strategy['authenticate']>[0] & AuthenticatedRequest;

const bearerOf = ExtractJwt.fromAuthHeaderAsBearerToken();
const tokenOf = (request: PassportRequest): string | null => request.sessionToken ?? bearerOf(request);

/** Whose session token a request carries. Its signature is verified once; whether the session still holds, on every call. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, accessTokenStrategy) {
  constructor(
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'sessionHolders'>,
    private readonly verified: VerifiedTokens,
    @Inject(APP) app: Pick<App, 'keys' | 'configuration'>,
  ) {
    const keyOf = selectSigningKey([app.keys.JWT_KEY, ...(app.configuration.JWT_PREVIOUS_KEYS ?? [])]);
    super({
      jwtFromRequest: tokenOf,
      secretOrKeyProvider: (_: unknown, token: string, done: (error: Error | null, key?: Buffer) => void) => {
        const key = keyOf(token);
        return key ? done(null, key) : done(new Error('signed with a key that is not in use'));
      },
      algorithms: [accessTokenRules.algorithm],
      issuer: accessTokenRules.issuer,
      audience: accessTokenRules.audience,
      passReqToCallback: true,
    });
  }

  /** By the machine's clock, as the signature's library does. */
  override authenticate(request: PassportRequest): void {
    const token = tokenOf(request);
    const claims = token === null ? undefined : this.verified.get(token, Date.now());
    if (!claims) super.authenticate(request);
    else
      this.identity.sessionHolders.holderOf(claims).then(
        (holder) => (holder ? this.success(holder) : this.fail(401)),
        (error: Error) => this.error(error),
      );
  }

  validate(request: PassportRequest, payload: { readonly exp?: unknown }): Promise<Principal | null> | null {
    const claims = claimsOf(payload);
    if (!claims) return null;
    const token = tokenOf(request);
    if (token !== null && typeof payload.exp === 'number') this.verified.put(token, claims, payload.exp * 1_000);
    return this.identity.sessionHolders.holderOf(claims);
  }
}
