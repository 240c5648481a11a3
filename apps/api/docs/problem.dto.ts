import { ApiProperty } from '@nestjs/swagger';
import { ErrorDto, primaryMessage } from './error-envelope.dto';

/** A refusal as RFC 9457 tells it, for those who ask with `Accept: application/problem+json`: what the envelope says, beside that standard's fields. */
export class ProblemDto extends ErrorDto {
  @ApiProperty({ description: 'A URN that ends with the code.', example: 'urn:problem-type:quota_exceeded' })
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
