import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { accessTokenRules, claimsOf, selectSigningKey, type Identity, type Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { IDENTITY } from './identity';
import { VerifiedTokens } from './verified-tokens';

export const accessTokenStrategy = 'access-token';

type PassportRequest = Parameters<Strategy['authenticate']>[0];

const tokenOf = ExtractJwt.fromAuthHeaderAsBearerToken();

/** Whose session token a request carries. Its signature is verified once; whether the session still holds, on every call. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, accessTokenStrategy) {
  constructor(
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'sessionHolders'>,
    private readonly verified: VerifiedTokens,
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIGURATION) { JWT_PREVIOUS_KEYS = [] }: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const keyOf = selectSigningKey([keys.JWT_KEY, ...JWT_PREVIOUS_KEYS]);
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

  override authenticate(request: PassportRequest): void {
    const token = tokenOf(request);
    const claims = token === null ? undefined : this.verified.get(token, this.clock().getTime());
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
