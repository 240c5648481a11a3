import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CLOCK, Invalid, type Clock } from '@pps/kernel';
import { isMoment } from '../http/field-rules.decorator';
import type { FastifyRequest } from 'fastify';
import { TAKES_AS_OF, type RequestAsOf } from './takes-as-of.decorator';

/** The clock of the host that gave this moment as an `updated_at` may be ahead of this one's: what is known by now of that moment is answered. */
const aheadAtMostMs = 1_000;

/** Reads `as_of`, after the credential was checked. Nobody who asks for the past is answered the present: a route that does not offer it refuses. */
@Injectable()
export class AsOfGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest & RequestAsOf>();
    const given = (request.query as Readonly<Record<string, unknown>> | undefined)?.['as_of'];
    if (given === undefined) return true;
    if (this.reflector.get<boolean | undefined>(TAKES_AS_OF, context.getHandler()) !== true) {
      throw refusal('This route does not answer the past', 'not_applicable');
    }
    if (!isMoment(given))
      throw refusal('as_of must be a date and time with an offset, as in RFC 3339 (2026-12-01T09:00:00+01:00)', 'datetime_parsing');
    const asOf = new Date(given);
    if (asOf.getTime() > this.clock().getTime() + aheadAtMostMs) throw refusal('as_of must not be in the future', 'datetime_past');
    request.asOf = asOf;
    return true;
  }
}

const refusal = (msg: string, type: string): Invalid => new Invalid([{ loc: ['query', 'as_of'], msg, type }]);
