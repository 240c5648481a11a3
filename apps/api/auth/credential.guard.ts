import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { CredentialStrategies } from './credential-strategies';
import { presentedCredential } from './presented-credential';
import type { AuthenticatedRequest } from './principal.decorator';
import { ROUTE_ACCESS, type RouteAccess } from './route-access.decorator';

/** Guards every route: first whose credential it is, then what that credential may do. The input is validated afterwards. */
@Injectable()
export class CredentialGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategies: CredentialStrategies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [context.getHandler(), context.getClass()]);
    if (!access) throw new Error('a route declares no access');
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const credential = presentedCredential(request.headers);
    if (!credential) throw new Rejected('missing_credentials', 'Missing API key');
    request.principal = await this.strategies.authenticate(credential.kind, request);
    refuseUngranted(access, request);
    return true;
  }
}

function refuseUngranted(access: Exclude<RouteAccess, { kind: 'public' }>, { principal }: AuthenticatedRequest): void {
  if (access.kind === 'session' && principal?.kind !== 'session') throw new Rejected('session_required', 'A user session is required');
  if (access.kind === 'scope' && !principal?.scopes.includes(access.scope)) {
    throw new Rejected('insufficient_scope', `The API key lacks the scope ${access.scope}`, { required_scope: access.scope });
  }
}
