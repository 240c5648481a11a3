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
  @ApiProperty({ format: 'uuid' })
  replay_id!: string;

  @ApiProperty({ description: 'Events of the period; they are worked off in the background.' })
  queued_count!: number;
}
