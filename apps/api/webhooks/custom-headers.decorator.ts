import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { customHeadersProblem, longestHeaderValue, mostHeaders } from '@pps/webhooks';
import { IsOptional, registerDecorator, type ValidationArguments } from 'class-validator';

/** Headers of the client's own, or null; absent stays absent. */
export const CustomHeadersField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1, maxLength: longestHeaderValue },
      maxProperties: mostHeaders,
      nullable: true,
      description: 'Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again.',
      example: { Authorization: 'Bearer a-token-of-yours' },
    }),
    IsOptional(),
    AreCustomHeaders(),
  );

function AreCustomHeaders(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'customHeaders',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => customHeadersProblem(value) === null,
        defaultMessage: ({ property: name, value }: ValidationArguments) => `${name} ${customHeadersProblem(value) ?? ''}`,
      },
    });
  };
}
