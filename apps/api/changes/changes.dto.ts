import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

const longestSeconds = 86_400;

export class ChangesQuery {
  @ApiPropertyOptional({
    maxLength: 200,
    description: 'Where to go on, for clients that cannot send `Last-Event-ID`; the header counts where both are sent.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly last_event_id?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: longestSeconds,
    description:
      'Ends the stream after so many seconds; 0: once everything up to now was told. Where it is absent, a stream has no end with `Accept: text/event-stream`, and is one of 0 seconds without.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(longestSeconds)
  readonly max_seconds?: number;
}
