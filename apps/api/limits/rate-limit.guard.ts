import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimits, type LimitName } from '@pps/rate-limits';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/principal.decorator';
import { RATE_LIMIT } from './rate-limited.decorator';

/** Refuses what exceeds its route's limit, after the credential was checked. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const name = this.reflector.getAllAndOverride<LimitName | undefined>(RATE_LIMIT, [context.getHandler(), context.getClass()]);
    if (name === undefined) return true;
    const { principal, ip } = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const who = this.limits.ruleOf(name).by === 'address' ? ip : principal?.projectId;
    if (who === undefined) throw new Error(`the limit ${name} counts by project on a route without a credential`);
    return this.limits.require(name, who).then(() => true);
  }
}
