import { ApiPropertyOptional } from '@nestjs/swagger';
import { pinSorts, type PinSort } from '@projections/pins/pin-sorts';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { booleanOf } from '../lists/boolean-of';
import { ContentListDto } from '../lists/content-list.dto';
import { PageCursorText } from '../lists/page-cursor.decorator';

const statuses = ['queued', 'deferred', 'publishing', 'published', 'failed'];

export class ListPinsDto extends ContentListDto {
  @ApiPropertyOptional({ enum: statuses })
  @IsOptional()
  @IsIn(statuses)
  readonly status?: string;

  @ApiPropertyOptional({ default: false, description: 'True lists the pins that were deleted, as they stood then, instead of the others.' })
  @IsOptional()
  @Transform(booleanOf)
  @IsBoolean()
  readonly removed?: boolean;

  @ApiPropertyOptional({ enum: pinSorts, default: 'created_at_desc' })
  @IsOptional()
  @IsIn(pinSorts)
  readonly sort: PinSort = 'created_at_desc';

  @PageCursorText('The `X-Next-Cursor`')
  readonly cursor?: string;
}
