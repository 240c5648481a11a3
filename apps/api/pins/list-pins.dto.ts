import { ApiPropertyOptional } from '@nestjs/swagger';
import { pinSorts, type PinSort } from '@projections/pins/list-pins.query';
import { IsIn, IsOptional } from 'class-validator';
import { ContentListDto } from '../lists/content-list.dto';

const statuses = ['queued', 'deferred', 'publishing', 'published', 'failed'];

export class ListPinsDto extends ContentListDto {
  @ApiPropertyOptional({ enum: statuses })
  @IsOptional()
  @IsIn(statuses)
  readonly status?: string;

  @ApiPropertyOptional({ enum: pinSorts, default: 'created_at_desc' })
  @IsOptional()
  @IsIn(pinSorts)
  readonly sort: PinSort = 'created_at_desc';
}
