import { Inject, Injectable } from '@nestjs/common';
import { signAccessToken, type AccessTokenClaims } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';

/** The tokens of sessions, as responses carry them. */
@Injectable()
export class SessionTokens {
  constructor(
    @Inject(KEYS) private readonly keys: Pick<Keys, 'JWT_KEY'>,
    @Inject(CONFIGURATION) private readonly settings: Pick<Configuration, 'JWT_EXPIRES_IN'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A token that ends with its session at the latest. */
  issue(claims: AccessTokenClaims, sessionExpiresAt?: string) {
    const left = sessionExpiresAt === undefined ? Infinity : Date.parse(sessionExpiresAt) - this.clock().getTime();
    const seconds = Math.max(1, Math.floor(Math.min(this.settings.JWT_EXPIRES_IN, left) / 1_000));
    return { access_token: signAccessToken(claims, this.keys.JWT_KEY, seconds), token_type: 'bearer', expires_in: seconds };
  }
}
