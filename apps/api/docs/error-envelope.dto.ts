import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** What a client made by Kiota says of a refusal that it throws. */
const primaryMessage = { 'x-ms-primary-error-message': true } as const;

class FieldErrorDto {
  @ApiProperty({ type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] }, example: ['body', 'title'] })
  readonly loc: (string | number)[];

  @ApiProperty({
    description: 'The name and the rule, and behind them what was given: its kind, its size, its beginning where it is no secret.',
    example: 'title must have 1 to 100 characters; given: an empty text',
  })
  readonly msg: string;

  @ApiProperty({ example: 'string_length' })
  readonly type: string;
}

export class ErrorDto {
  @ApiProperty({ description: 'Stable; safe to branch on.', example: 'validation_error' })
  readonly code: string;

  @ApiProperty({ description: 'For people.' })
  readonly message: string;

  @ApiProperty({ description: 'What to change.' })
  readonly remediation: string;

  @ApiProperty({ format: 'uri', description: 'A page of this service about the code: why it is answered and what to do.' })
  readonly doc_url: string;

  @ApiProperty({ description: 'Equals the X-Request-ID header.' })
  readonly request_id: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'Present when code is validation_error.' })
  readonly errors?: FieldErrorDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'The same call may succeed after so many seconds.' })
  readonly retry_after_seconds?: number;

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The account that the request named and may not; null where it named something of an account, or what concerns all of them.',
  })
  readonly account_id?: string | null;

  @ApiPropertyOptional({ format: 'uuid', description: 'The pin that used the idempotency key before, where the caller may know of it.' })
  readonly pin_id?: string;

  @ApiPropertyOptional({ description: 'The scope that the key lacks.' })
  readonly required_scope?: string;

  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    description: 'Which limit of the plan or the project is reached, or how high it is.',
  })
  readonly limit?: string | number;

  @ApiPropertyOptional({ description: 'Completes this sign-in together with a code; present when code is second_factor_required.' })
  readonly ticket?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'Seconds for which the ticket is good.' })
  readonly expires_in?: number;

  @ApiPropertyOptional({ format: 'uri', description: 'Where to choose a larger plan, or to pay.' })
  readonly upgrade_url?: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where to connect the account again.' })
  readonly connect_url?: string;
}

export class ErrorEnvelopeDto {
  @ApiProperty({ description: 'With further keys where they are relevant, beside those described.' })
  readonly error: ErrorDto;

  @ApiProperty({ ...primaryMessage, description: 'The message again, for clients of older versions.' })
  readonly detail: string;
}

/** A refusal as RFC 9457 tells it, for those who ask with `Accept: application/problem+json`: what the envelope says, beside that standard's fields. */
export class ProblemDto extends ErrorDto {
  @ApiProperty({ format: 'uri', description: 'The address of the page about the code, as in `doc_url`.' })
  readonly type: string;

  @ApiProperty({ description: 'The kind of problem, for people.' })
  readonly title: string;

  @ApiProperty({ type: 'integer', description: 'The status of the answer.' })
  readonly status: number;

  @ApiProperty({ ...primaryMessage, description: 'The message; of an invalid input its first fault.' })
  readonly detail: string;

  @ApiProperty({ description: 'The path that was asked for.' })
  readonly instance: string;
}
