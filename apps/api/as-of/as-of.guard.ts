import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  type ExecutionContext,
  Inject,
  Injectable,
  type CanActivate,
} from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Reflector } from '@nestjs/core';
import { Invalid } from '@pps/kernel';
import { isMoment } from '../http/field-rules.decorator';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';

export const TAKES_AS_OF = 'takes-as-of';

/** A request whose `as_of` was checked. */
export interface RequestAsOf {
  asOf?: Date;
}

/** The route answers what was at a moment in the past; every other one refuses `as_of`. */
export const TakesAsOf = () =>
  applyDecorators(
    SetMetadata(TAKES_AS_OF, true),
    ApiQuery({
      name: 'as_of',
      required: false,
      schema: { type: 'string', format: 'date-time' },
      description: 'The state as the facts recorded until this moment say, which is not in the future; without it the present.',
    }),
  );

/** The moment that is asked for; undefined for the present. */
export const AsOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): Date | undefined => context.switchToHttp().getRequest<RequestAsOf>().asOf,
);

/** The clock of the host that gave this moment as an `updated_at` may be ahead of this one's: what is known by now of that moment is answered. */
const aheadAtMostMs = 1_000;

/** Reads `as_of`, after the credential was checked. Nobody who asks for the past is answered the present: a route that does not offer it refuses. */
@Injectable()
export class AsOfGuard implements CanActivate {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly reflector: Reflector,
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
    if (asOf.getTime() > this.app.clock().getTime() + aheadAtMostMs) throw refusal('as_of must not be in the future', 'datetime_past');
    request.asOf = asOf;
    return true;
  }
}

const refusal = (msg: string, type: string): Invalid => new Invalid([{ loc: ['query', 'as_of'], msg, type }]);
