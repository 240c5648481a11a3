import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { Passport } from 'passport';
import { accessTokenStrategy, AccessTokenStrategy } from './access-token.strategy';

type Answered = (error: unknown, found?: Principal | false | null) => void;
type Authenticate = (request: FastifyRequest, response: undefined, next: (error: unknown) => void) => void;

/** Whose session token a request carries. On a passport of its own: the process-wide one knows only the strategy that came last. */
@Injectable()
export class AccessTokenGuard {
  private readonly passport = new Passport();

  constructor(strategy: AccessTokenStrategy) {
    this.passport.use(accessTokenStrategy, strategy);
  }

  /** Throws `Rejected('invalid_access_token')`. */
  authenticate(request: FastifyRequest): Promise<Principal> {
    return new Promise((resolve, reject) => {
      const answered: Answered = (error, found) => {
        if (error) reject(error instanceof Error ? error : new Error('the session token could not be looked at'));
        else if (found) resolve(found);
        else reject(new Rejected('invalid_access_token', 'Invalid access token'));
      };
      const authenticate = this.passport.authenticate(accessTokenStrategy, { session: false }, answered) as Authenticate;
      authenticate(request, undefined, answered);
    });
  }
}
