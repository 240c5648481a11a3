import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { limitedToAccounts, type GrantResource, type Identity, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { nameActor } from '@pps/runtime';
import { headerLines } from '../http/request-parts.decorator';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Passport } from 'passport';
import { accessTokenStrategy, AccessTokenStrategy } from './access-token.strategy';
import { IDENTITY } from './identity';
import { refuseOtherProject } from './refuse-other-project';
import { sessionTokenOf } from './session-cookie';
import { refuseProgram, refuseSandboxKey, isLoginRecent, type AuthenticatedRequest } from './principal.decorator';
import { BEYOND_PROGRAMS, BEYOND_SANDBOX, RECENT_LOGIN, ROUTE_ACCESS, WHOLE_PROJECT, type RouteAccess } from './route-access.decorator';
import { APP, type App } from '../../foundation/bind-app';

type OnAuthenticated = (error: unknown, found?: Principal | false | null) => void;
type Authenticate = (request: FastifyRequest, response: undefined, next: (error: unknown) => void) => void;

export type PresentedCredential = { readonly kind: 'api_key'; readonly text: string } | { readonly kind: 'access_token' };

const accessToken = { kind: 'access_token' } as const;

const refusals = {
  api_key: () => new Rejected('invalid_api_key', 'Invalid API key'),
  access_token: () => new Rejected('invalid_access_token', 'Invalid access token'),
} as const;

/** Whose credential a request carries. It has a passport of its own, because in the process-wide one a strategy replaces an earlier one of the same name. */
@Injectable()
export class Credentials {
  private readonly passport = new Passport();

  constructor(
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'keyHolders'>,
    accessTokens: AccessTokenStrategy,
    @Inject(APP) private readonly app: Pick<App, 'configuration'>,
  ) {
    this.passport.use(accessTokenStrategy, accessTokens);
  }

  /** What a request to a route of our own presents: a key or a token, and where neither is there the cookie of a session. */
  presentedBy(request: FastifyRequest & AuthenticatedRequest): PresentedCredential | null {
    const { method, headers } = request;
    const presented = presentedCredential(headers);
    if (presented || headers.authorization !== undefined) return presented;
    const token = sessionTokenOf(method, headers, this.app.configuration.PUBLIC_URL);
    if (token === null) return null;
    request.sessionToken = token;
    return accessToken;
  }

  /** Whose request it is, named as the actor of what it causes. Throws `Rejected`: `missing_credentials`, `invalid_api_key` or `invalid_access_token`. */
  async identify(credential: PresentedCredential | null, request: FastifyRequest): Promise<Principal> {
    if (!credential) throw new Rejected('missing_credentials', 'Missing API key');
    const principal = await this.authenticate(credential, request);
    const { keyId, userId } = principal;
    nameActor(keyId === undefined ? { type: 'user', id: userId } : { type: 'api_key', id: keyId });
    return principal;
  }

  /** Throws `Rejected`: `invalid_api_key` or `invalid_access_token`. */
  async authenticate(credential: PresentedCredential, request: FastifyRequest): Promise<Principal> {
    const { kind } = credential;
    // Two credentials of one kind are refused: nobody knows which of them the caller means.
    if (headerLines(request.raw, kind === 'api_key' && request.headers['x-api-key'] ? 'X-API-Key' : 'Authorization') > 1)
      throw refusals[kind]();
    const holder =
      kind === 'api_key'
        ? await this.identity.keyHolders.authenticate(credential.text, resourceOf(request))
        : await this.holderOfToken(request);
    if (!holder) throw refusals[kind]();
    return holder;
  }

  private holderOfToken(request: FastifyRequest): Promise<Principal | null> {
    return new Promise((resolve, reject) => {
      const onAuthenticated: OnAuthenticated = (error, found) => {
        if (error) reject(error instanceof Error ? error : new Error('the credential could not be checked'));
        else resolve(found || null);
      };
      const authenticate = this.passport.authenticate(accessTokenStrategy, { session: false }, onAuthenticated) as Authenticate;
      authenticate(request, undefined, onAuthenticated);
    });
  }
}

/** What a route's decorators say of who may call it. */
interface RouteRules {
  readonly controller: object;
  readonly access: RouteAccess | undefined;
  readonly isBeyondSandbox: boolean | undefined;
  readonly isBeyondPrograms: boolean | undefined;
  readonly isWholeProject: boolean | undefined;
  readonly needsRecentLogin: boolean | undefined;
}

/** Guards every route: first whose credential it is, then what that credential may do. The input is validated afterwards. */
@Injectable()
export class CredentialGuard implements CanActivate {
  /** By handler: decorators are read once. */
  private readonly rules = new WeakMap<object, RouteRules>();

  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly reflector: Reflector,
    private readonly credentials: Credentials,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access, isBeyondSandbox, isBeyondPrograms, isWholeProject, needsRecentLogin } = this.rulesOf(context);
    if (!access) throw new Error('a route declares no access');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    // Where a session is needed, the token counts although a key is sent too.
    const useToken = access.kind === 'session' && presentsAccessToken(request.headers);
    request.principal = await this.credentials.identify(useToken ? accessToken : this.credentials.presentedBy(request), request);
    refuseOtherProject(request, request.principal);
    refuseUngranted(access, request);
    if (isBeyondSandbox) refuseSandboxKey(request.principal);
    if (isBeyondPrograms) refuseProgram(request.principal);
    if (isWholeProject && request.principal.accountIds !== null) throw limitedToAccounts();
    if (needsRecentLogin) this.refuseOldLogin(request);
    return true;
  }

  private rulesOf(context: ExecutionContext): RouteRules {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const known = this.rules.get(handler);
    if (known?.controller === controller) return known;
    const said = <T>(key: string) => this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
    const rules: RouteRules = {
      controller,
      access: said<RouteAccess>(ROUTE_ACCESS),
      isBeyondSandbox: said<boolean>(BEYOND_SANDBOX),
      isBeyondPrograms: said<boolean>(BEYOND_PROGRAMS),
      isWholeProject: said<boolean>(WHOLE_PROJECT),
      needsRecentLogin: this.reflector.get<boolean | undefined>(RECENT_LOGIN, handler),
    };
    this.rules.set(handler, rules);
    return rules;
  }

  private refuseOldLogin({ principal }: AuthenticatedRequest): void {
    if (principal?.kind !== 'session') return;
    if (!isLoginRecent(principal, this.app.configuration, this.app.clock()))
      throw new Rejected('recent_login_required', 'The sign-in is too long ago for this');
  }
}

function refuseUngranted(access: Exclude<RouteAccess, { kind: 'public' }>, { principal }: AuthenticatedRequest): void {
  if (access.kind === 'session' && principal?.kind !== 'session') throw new Rejected('session_required', 'A user session is required');
  if (access.kind === 'scope' && !principal?.scopes.includes(access.scope)) {
    throw new Rejected('insufficient_scope', `The API key lacks the scope ${access.scope}`, { required_scope: access.scope });
  }
}

/** By the route that answers: its address can be written in many ways. */
const resourceOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): GrantResource =>
  /^\/mcp(?:\/|$)/.test(routeOptions.url ?? '') ? 'mcp' : 'v1';

const keyPrefix = 'pps_';

/** The bearer value when it is no API key, whatever else is sent. */
const presentsAccessToken = ({ authorization = '' }: IncomingHttpHeaders): boolean =>
  bearerOf(authorization)?.startsWith(keyPrefix) === false;

const bearerOf = (authorization: string): string | undefined => /^bearer +(\S.*)$/i.exec(authorization)?.[1];

/** What the caller presents: `X-API-Key` wins over `Authorization`; a bearer value is a key when it begins like one, else an access token. */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const header = headers['x-api-key'];
  if (header !== undefined && header.length > 0) return { kind: 'api_key', text: String(header) };
  const bearer = bearerOf(headers.authorization ?? '');
  if (bearer === undefined) return null;
  return bearer.startsWith(keyPrefix) ? { kind: 'api_key', text: bearer } : { kind: 'access_token' };
}
