import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

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
