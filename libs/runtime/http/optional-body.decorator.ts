import { createParamDecorator } from '@nestjs/common';
import type { ArgumentMetadata, ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { InputPipe } from './input.pipe';

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
