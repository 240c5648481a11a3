import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '@pps/runtime';
import { IsOptional } from 'class-validator';

export class ReplayDto {
  @ApiProperty({ format: 'date-time', description: 'Events from this moment on, of the last 90 days.' })
  @IsMoment()
  since!: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Events before this moment; without it, all since.' })
  @IsOptional()
  @IsMoment()
  until?: string | null;
}

export class ReplayedDto {
  @ApiProperty()
  queued_count!: number;
}
