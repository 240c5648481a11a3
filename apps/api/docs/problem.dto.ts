import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FieldErrorDto } from './error-envelope.dto';

/** A refusal as RFC 9457 tells it, for those who ask with `Accept: application/problem+json`. */
export class ProblemDto {
  @ApiProperty({ description: 'A URN that ends with the code.', example: 'urn:problem-type:quota_exceeded' })
  readonly type: string;

  @ApiProperty({ description: 'The kind of problem, for people.' })
  readonly title: string;

  @ApiProperty({ type: 'integer', description: 'The status of the answer.' })
  readonly status: number;

  @ApiProperty({ description: 'The message; of an invalid input its first fault.' })
  readonly detail: string;

  @ApiProperty({ description: 'The path that was asked for.' })
  readonly instance: string;

  @ApiProperty({ description: 'Stable; safe to branch on.', example: 'quota_exceeded' })
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
