import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { limitedToAccounts, type Principal } from '@pps/identity';
import { CLOCK, Rejected, type Clock } from '@pps/kernel';
import { CONFIGURATION, headerLines, nameActor, type Configuration } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { Passport } from 'passport';
import { accessTokenStrategy, AccessTokenStrategy } from './access-token.strategy';
import { apiKeyStrategy, ApiKeyStrategy } from './api-key.strategy';
import { isLoginRecent } from './is-login-recent';
import { presentedCredential, presentsAccessToken, type PresentedCredential } from './presented-credential';
import type { AuthenticatedRequest } from './principal.decorator';
import { RECENT_LOGIN, ROUTE_ACCESS, WHOLE_PROJECT, type RouteAccess } from './route-access.decorator';

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
    if (headerLines(request.raw, kind === 'api_key' && request.headers['x-api-key'] ? 'X-API-Key' : 'Authorization') > 1)
      throw refusals[kind]();
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

/** Guards every route: first whose credential it is, then what that credential may do. The input is validated afterwards. */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategies: CredentialStrategies,
    @Inject(CONFIGURATION) private readonly settings: Pick<Configuration, 'RECENT_LOGIN'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [context.getHandler(), context.getClass()]);
    if (!access) throw new Error('a route declares no access');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    // Where a session is needed, the token counts although a key is sent too.
    const useToken = access.kind === 'session' && presentsAccessToken(request.headers);
    const credential = useToken ? { kind: 'access_token' as const } : presentedCredential(request.headers);
    if (!credential) throw new Rejected('missing_credentials', 'Missing API key');
    request.principal = await this.strategies.authenticate(credential.kind, request);
    const { keyId, userId } = request.principal;
    nameActor(keyId === undefined ? { type: 'user', id: userId } : { type: 'api_key', id: keyId });
    refuseUngranted(access, request);
    const concernsAll = this.reflector.getAllAndOverride<boolean | undefined>(WHOLE_PROJECT, [context.getHandler(), context.getClass()]);
    if (concernsAll && request.principal.accountIds !== null) throw limitedToAccounts();
    if (this.reflector.get<boolean | undefined>(RECENT_LOGIN, context.getHandler())) this.refuseOldLogin(request);
    return true;
  }

  private refuseOldLogin({ principal }: AuthenticatedRequest): void {
    if (principal?.kind !== 'session') return;
    if (!isLoginRecent(principal, this.settings, this.clock()))
      throw new Rejected('recent_login_required', 'The sign-in is too long ago for this');
  }
}

function refuseUngranted(access: Exclude<RouteAccess, { kind: 'public' }>, { principal }: AuthenticatedRequest): void {
  if (access.kind === 'session' && principal?.kind !== 'session') throw new Rejected('session_required', 'A user session is required');
  if (access.kind === 'scope' && !principal?.scopes.includes(access.scope)) {
    throw new Rejected('insufficient_scope', `The API key lacks the scope ${access.scope}`, { required_scope: access.scope });
  }
}
