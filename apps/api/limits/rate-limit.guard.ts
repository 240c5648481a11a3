import { SetMetadata, Injectable, type CanActivate, type ExecutionContext, Inject } from '@nestjs/common';
import type { LimitName } from '@pps/rate-limits';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/principal.decorator';
import { APP, type App } from '../../foundation/bind-app';

const RATE_LIMIT = 'rate-limit';

/**
 * Counts every call of the route against a limit, by client address, by the caller's project or by its credential as the limit says; beyond it 429. Where a call may
 * be refused for what it names, the handler counts it after that: a refused call costs nothing.
 */
export const RateLimited = (name: LimitName) => SetMetadata(RATE_LIMIT, name);

const COUNTED_LIMIT = 'counted-limit';

/** Says that the handler counts its calls, or some of them, against a limit itself. */
export const CountsLimit = (name: LimitName) => SetMetadata(COUNTED_LIMIT, name);

/** The limit that calls of a handler are counted against, by the guard or by itself. */
export const limitOfRoute = (handler: object, controller: object): LimitName | undefined =>
  [RATE_LIMIT, COUNTED_LIMIT]
    .flatMap((name) => [handler, controller].map((target) => Reflect.getMetadata(name, target) as LimitName | undefined))
    .find((name) => name !== undefined);

/** Refuses what exceeds its route's limit, after the credential was checked. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'rateLimits'>,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const name = this.reflector.getAllAndOverride<LimitName | undefined>(RATE_LIMIT, [context.getHandler(), context.getClass()]);
    if (name === undefined) return true;
    const { principal, ip } = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const { by } = this.app.rateLimits.ruleOf(name);
    const who = {
      address: ip,
      project: principal?.projectId,
      credential: principal?.keyId ?? principal?.sessionId,
      person: principal?.userId,
    }[by];
    if (who === undefined) throw new Error(`the limit ${name} counts by ${by} on a route without a credential`);
    return this.app.rateLimits.require(name, who).then(() => true);
  }
}
