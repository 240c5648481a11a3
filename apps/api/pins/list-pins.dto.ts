import { ApiPropertyOptional } from '@nestjs/swagger';
import { pinSorts, type PinSort } from '@projections/pins/list-pins.query';
import { IsMoment } from '@pps/runtime';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PageLimit, PageOffset } from '../lists/page-range.decorator';

const statuses = ['queued', 'deferred', 'publishing', 'published', 'failed'];

export class ListPinsDto {
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

  @ApiPropertyOptional({ enum: statuses })
  @IsOptional()
  @IsIn(statuses)
  readonly status?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly error_code?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;

  @ApiPropertyOptional({ description: 'Part of title, description, link or board id; any script, whatever the case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly q?: string;

  @ApiPropertyOptional({ enum: pinSorts, default: 'created_at_desc' })
  @IsOptional()
  @IsIn(pinSorts)
  readonly sort: PinSort = 'created_at_desc';
}
