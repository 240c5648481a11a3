import {
  Param,
  type PipeTransform,
  createParamDecorator,
  type ExecutionContext,
  type ArgumentMetadata,
  type Type,
  UseInterceptors,
  type CallHandler,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiParam, ApiBody } from '@nestjs/swagger';
import { Invalid, isUuid } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { InputPipe } from './input.pipe';
import { of, type Observable } from 'rxjs';

/** A path parameter that must be a uuid, given in lower case to the handler; anything else is 422 at `["path", name]`. The document says so too. */
export function UuidParam(name: string): ParameterDecorator {
  return (target, key, index) => {
    Param(name, uuidOf(name))(target, key, index);
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key !== undefined && method) ApiParam({ name, format: 'uuid' })(target, key, method);
  };
}

const uuidOf = (name: string): PipeTransform<string, string> => ({ transform: (value) => pathUuidOf(value, name) });

/** A path parameter that must be a uuid, for handlers that take the request as a whole; as `UuidParam` does. */
export function pathUuidOf(value: string, name: string): string {
  if (isUuid(value)) return value.toLowerCase();
  throw new Invalid([{ loc: ['path', name], msg: `${name} must be a uuid`, type: 'uuid_parsing' }]);
}

/** How many lines of this name a request has: Node joins some to one value and drops the later ones of others. */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  const isNamed = (text: string, index: number) =>
    index % 2 === 0 && text.length === name.length && text.toLowerCase() === name.toLowerCase();
  return rawHeaders.filter(isNamed).length;
}

/** The value of a header that may be given once; more lines of it are 422 at `["header", name]`. */
export const HeaderLine = createParamDecorator((name: string, context: ExecutionContext): string | undefined => {
  const { raw, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (headerLines(raw, name) > 1) throw new Invalid([{ loc: ['header', name], msg: `${name} must be given once`, type: 'too_many' }]);
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
});

const bodyOrNothing = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<FastifyRequest>().body ?? {};
});

const asBody: PipeTransform<unknown, unknown> = {
  transform: (value: unknown, metadata: ArgumentMetadata) =>
    new InputPipe().transform(value, { ...metadata, type: 'body', data: undefined }),
};

/** Like `@Body()`, but no body at all counts as `{}`. The document, which knows of `@Body()` alone, is told of its type too. */
export const OptionalBody = (): ParameterDecorator => (target, key, index) => {
  bodyOrNothing(undefined, asBody)(target, key, index);
  if (key === undefined) return;
  const [type] = (Reflect.getMetadata('design:paramtypes', target, key) as Type[]).slice(index);
  const method = Object.getOwnPropertyDescriptor(target, key);
  if (type && method) ApiBody({ type, required: false })(target, key, method);
};

const getOnly: NestInterceptor = {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    // Of a stream no length is told: a GET would answer more than nothing.
    return method === 'HEAD' ? of(Readable.from([])) : next.handle();
  },
};

/** A `GET` that uses something up or starts something: a `HEAD` of it is answered with an empty 200 and does nothing, whatever it names. */
export const NotByHead = () => UseInterceptors(getOnly);
