import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Invalid } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { HONOURS_IDEMPOTENCY_KEY, idempotencyKeyHeader } from './takes-idempotency-key.decorator';

/** Refuses the header where a repeat would be done again: nobody who relies on a key may find out later that it was passed over. */
@Injectable()
export class IdempotencyKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const { method, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (method !== 'POST' || headers[idempotencyKeyHeader.toLowerCase()] === undefined) return true;
    if (this.reflector.get<boolean | undefined>(HONOURS_IDEMPOTENCY_KEY, context.getHandler())) return true;
    const msg = `This route does not take ${idempotencyKeyHeader}: send the request without it`;
    throw new Invalid([{ loc: ['header', idempotencyKeyHeader], msg, type: 'not_applicable' }]);
  }
}
