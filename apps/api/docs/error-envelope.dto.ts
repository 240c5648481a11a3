import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class FieldErrorDto {
  @ApiProperty({ type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] }, example: ['body', 'title'] })
  readonly loc: (string | number)[];

  @ApiProperty({ example: 'Field required' })
  readonly msg: string;

  @ApiProperty({ example: 'missing' })
  readonly type: string;
}

export class ErrorDto {
  @ApiProperty({ description: 'Stable; safe to branch on.', example: 'validation_error' })
  readonly code: string;

  @ApiProperty({ description: 'For people.' })
  readonly message: string;

  @ApiProperty({ description: 'What to change.' })
  readonly remediation: string;

  @ApiProperty({ description: 'Equals the X-Request-ID header.' })
  readonly request_id: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'Present when code is validation_error.' })
  readonly errors?: FieldErrorDto[];
}

export class ErrorEnvelopeDto {
  @ApiProperty({ description: 'With further keys where they are relevant, such as account_id or retry_after_seconds.' })
  readonly error: ErrorDto;

  @ApiProperty({ description: 'The message again, for clients of older versions.' })
  readonly detail: string;
}
