import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { PageLimit, PageOffset } from './page-range.decorator';

/** What lists of pins and of schedules are narrowed by. */
export class ContentListDto {
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

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(64)
  readonly error_code?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created (a schedule: due) at this moment or later.' })
  @IsOptional()
  @IsMoment()
  readonly since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created (a schedule: due) before this moment.' })
  @IsOptional()
  @IsMoment()
  readonly until?: string;

  @ApiPropertyOptional({ description: 'Part of title, description, link or board id; any script, whatever the case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly q?: string;
}
