import { createParamDecorator } from '@nestjs/common';
import type { ArgumentMetadata, ExecutionContext, PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InputPipe } from './input.pipe';

const bodyOrNothing = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<FastifyRequest>().body ?? {};
});

const asBody: PipeTransform<unknown, unknown> = {
  transform: (value: unknown, metadata: ArgumentMetadata) =>
    new InputPipe().transform(value, { ...metadata, type: 'body', data: undefined }),
};

/** Like `@Body()`, but no body at all counts as `{}`. */
export const OptionalBody = (): ParameterDecorator => bodyOrNothing(undefined, asBody);
