import { ApiPropertyOptional } from '@nestjs/swagger';
import { scheduleSorts, type ScheduleSort } from '@projections/schedules/list-schedules.query';
import { IsIn, IsOptional } from 'class-validator';
import { ContentListDto } from '../lists/content-list.dto';
import { PageCursorText } from '../lists/page-cursor.decorator';
import { scheduleStatuses } from './schedule.dto';

export class ListSchedulesDto extends ContentListDto {
  @ApiPropertyOptional({ enum: scheduleStatuses })
  @IsOptional()
  @IsIn(scheduleStatuses)
  readonly status?: string;

  @ApiPropertyOptional({ enum: scheduleSorts, default: 'run_at_desc' })
  @IsOptional()
  @IsIn(scheduleSorts)
  readonly sort: ScheduleSort = 'run_at_desc';

  @PageCursorText('The `X-Next-Cursor`')
  readonly cursor?: string;
}
