import { Injectable } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { headerLines } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { Passport } from 'passport';
import { accessTokenStrategy, AccessTokenStrategy } from './access-token.strategy';
import { apiKeyStrategy, ApiKeyStrategy } from './api-key.strategy';
import type { PresentedCredential } from './presented-credential';

type OnAuthenticated = (error: unknown, found?: Principal | false | null) => void;
type Authenticate = (request: FastifyRequest, response: undefined, next: (error: unknown) => void) => void;

const strategies = { api_key: apiKeyStrategy, access_token: accessTokenStrategy } as const;

const refusals = {
  api_key: () => new Rejected('invalid_api_key', 'Invalid API key'),
  access_token: () => new Rejected('invalid_access_token', 'Invalid access token'),
} as const;

/** Whose credential a request carries. It has a passport of its own, because in the process-wide one a strategy replaces an earlier one of the same name. */
@Injectable()
export class CredentialStrategies {
  private readonly passport = new Passport();

  constructor(apiKeys: ApiKeyStrategy, accessTokens: AccessTokenStrategy) {
    this.passport.use(apiKeyStrategy, apiKeys);
    this.passport.use(accessTokenStrategy, accessTokens);
  }

  /** Throws `Rejected`: `invalid_api_key` or `invalid_access_token`. */
  async authenticate(kind: PresentedCredential['kind'], request: FastifyRequest): Promise<Principal> {
    // Two credentials of one kind are refused: nobody knows which of them the caller means.
    if (headerLines(request.raw, request.headers['x-api-key'] ? 'X-API-Key' : 'Authorization') > 1) throw refusals[kind]();
    return new Promise((resolve, reject) => {
      const onAuthenticated: OnAuthenticated = (error, found) => {
        if (error) reject(error instanceof Error ? error : new Error('the credential could not be checked'));
        else if (found) resolve(found);
        else reject(refusals[kind]());
      };
      const authenticate = this.passport.authenticate(strategies[kind], { session: false }, onAuthenticated) as Authenticate;
      authenticate(request, undefined, onAuthenticated);
    });
  }
}
