import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorEnvelopeDto } from '../docs/error-envelope.dto';

const schema = { type: 'string', format: 'binary' } as const;
const content = { 'image/*': { schema }, 'video/*': { schema } };
const refusal = {
  schema: { $ref: getSchemaPath(ErrorEnvelopeDto) },
  examples: { bad_request: { $ref: '#/components/examples/bad_request' } },
};

/** Describes a route that answers with a file, or with the part of it that a `Range` asks for. */
export const AnswersFile = () =>
  applyDecorators(
    ApiOkResponse({ content, description: 'The file.' }),
    ApiResponse({ status: 206, content, description: 'The part of the file that `Range` asks for.' }),
    ApiResponse({ status: 416, content: { 'application/json': refusal }, description: '`bad_request`: the range begins beyond the file.' }),
  );
