import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const message = 'Input should be a date and time with an offset, as in RFC 3339';

export class ReplayDto {
  @ApiProperty({ format: 'date-time', description: 'Events from this moment on, of the last 90 days.' })
  @IsString()
  @Matches(withOffset, { message })
  since!: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Events before this moment; without it, all since.' })
  @IsOptional()
  @IsString()
  @Matches(withOffset, { message })
  until?: string | null;
}

export class ReplayedDto {
  @ApiProperty()
  queued_count!: number;
}
