import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { IsMoment } from '../http/field-rules.decorator';
import { PageLimit } from '../lists/page-range.decorator';

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/;
const requestId = { type: String, minLength: 8, maxLength: 128, pattern: requestIdForm.source };
const MatchesRequestId = () => Matches(requestIdForm, { message: '$property must have 8 to 128 of the characters A-Z a-z 0-9 . _ -' });

export class RequestIdDto {
  @ApiProperty({ ...requestId, description: '`request_id` of an error, or `X-Request-ID` of any answer.' })
  @MatchesRequestId()
  readonly request_id: string;
}

export class RequestListQuery {
  @PageLimit()
  readonly limit: number = 50;

  @ApiPropertyOptional({ maxLength: 64, description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly cursor?: string;

  @ApiPropertyOptional({ ...requestId, description: '`request_id` of an error, or `X-Request-ID` of any answer.' })
  @IsOptional()
  @MatchesRequestId()
  readonly request_id?: string;

  @ApiPropertyOptional({
    type: String,
    pattern: '^[1-5](\\d\\d|xx)$',
    example: '4xx',
    description: 'What was answered: a status, or the first digit of it with `xx`.',
  })
  @IsOptional()
  @Matches(/^[1-5](\d\d|xx)$/i, { message: '$property must be a status such as 422, or 4xx' })
  readonly status?: string;

  @ApiPropertyOptional({
    maxLength: 200,
    example: '/v1/pins/{id}',
    description: 'The path as this document has it, also with the method before it: `POST /v1/pins`.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly route?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'What this API key called.' })
  @IsOptional()
  @IsUUID('loose')
  readonly key_id?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'At this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;
}

class RequestCredentialDto {
  @ApiProperty({ enum: ['session', 'api_key'], description: 'An access token that was got with an API key counts as that key.' })
  readonly type: 'session' | 'api_key';
  @ApiProperty({
    format: 'uuid',
    description: 'Of the session, as in `GET /v1/auth/sessions`, or of the API key.',
  })
  readonly id: string;
}

export class RequestDto {
  @ApiProperty({ ...requestId, description: 'As in `X-Request-ID`; a client that chose it may have used it more than once.' })
  readonly request_id: string;
  @ApiProperty({ format: 'date-time', description: 'When it came.' }) readonly at: string;
  @ApiProperty({ description: 'Of the request.', example: 'POST' }) readonly method: string;
  @ApiProperty({ example: '/v1/pins/{id}', description: 'The path as this document has it.' }) readonly route: string;
  @ApiProperty({
    type: 'integer',
    example: 422,
    description: 'What was answered; 499 where you closed the connection before the answer was out, whatever became of the call.',
  })
  readonly status: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'validation_error',
    description: '`error.code` of the answer; null where it was none.',
  })
  readonly code: string | null;
  @ApiProperty({ type: 'integer', description: 'Milliseconds until the answer was out.' }) readonly duration_ms: number;
  @ApiProperty({ type: RequestCredentialDto }) readonly credential: RequestCredentialDto;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The last id in the path, where it is a UUID or a number, or that of what was made.',
  })
  readonly resource_id: string | null;
}

export class RequestPageDto {
  @ApiProperty({ type: [RequestDto] }) readonly items: RequestDto[];
  @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null on the last one.' })
  readonly next_cursor: string | null;
}
