import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '@pps/runtime';
import { scheduleSorts, type ScheduleSort } from '@projections/schedules/list-schedules.query';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PageLimit, PageOffset } from '../lists/page-range.decorator';
import { scheduleStatuses } from './schedule.dto';

export class ListSchedulesDto {
  @PageLimit()
  readonly limit: number = 50;

  @PageOffset()
  readonly offset: number = 0;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID('loose')
  readonly account_id?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly board_id?: string;

  @ApiPropertyOptional({ enum: scheduleStatuses })
  @IsOptional()
  @IsIn(scheduleStatuses)
  readonly status?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly error_code?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Due at this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Due before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;

  @ApiPropertyOptional({ description: 'Part of title, description, link or board id.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly q?: string;

  @ApiPropertyOptional({ enum: scheduleSorts, default: 'run_at_desc' })
  @IsOptional()
  @IsIn(scheduleSorts)
  readonly sort: ScheduleSort = 'run_at_desc';
}
