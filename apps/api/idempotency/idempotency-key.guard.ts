import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext, Injectable, type CanActivate } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { Invalid, type FieldError } from '@pps/kernel';
import { headerLines } from '../http/request-parts.decorator';
import type { FastifyRequest } from 'fastify';
import { Reflector } from '@nestjs/core';

const HONOURS_IDEMPOTENCY_KEY = 'honours-idempotency-key';
export const idempotencyKeyHeader = 'Idempotency-Key';
const longestKey = 255;

/** The route does once what comes again; every other POST refuses the header. */
export const HonoursIdempotencyKey = (): MethodDecorator => SetMetadata(HONOURS_IDEMPOTENCY_KEY, true);

/** The same, told to those who read the description of the interface; without `description` the header is as the field `idempotency_key` is. */
export const TakesIdempotencyKey = (description?: string): MethodDecorator =>
  applyDecorators(
    HonoursIdempotencyKey(),
    ApiHeader({
      name: idempotencyKeyHeader,
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: longestKey },
      ...(description !== undefined && { description }),
    }),
  );

/** What the header is where an answer is kept for it. */
export const answeredForADay =
  'The same content again under this key is answered as the first time, with Idempotent-Replayed: true, for at least 24 hours; other content is 409.';

/** The value of the header; one that is empty, too long or given more than once is 422. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const { raw, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const value = headers[idempotencyKeyHeader.toLowerCase()];
  const errors = headerLines(raw, idempotencyKeyHeader) > 1 ? [headerError('must be given once', 'too_many')] : idempotencyKeyErrors(value);
  if (errors.length > 0) throw new Invalid(errors);
  return typeof value === 'string' ? value : undefined;
});

/** What is wrong with the header's value; nothing where it was not sent. */
export const idempotencyKeyErrors = (value: unknown): FieldError[] =>
  typeof value === 'string' && (value.length < 1 || value.length > longestKey)
    ? [headerError(`must have 1 to ${longestKey} characters`, 'string_length')]
    : [];

const headerError = (fault: string, type: string): FieldError => ({
  loc: ['header', idempotencyKeyHeader],
  msg: `${idempotencyKeyHeader} ${fault}`,
  type,
});

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
