import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  scheduleSorts,
  type ScheduleSort,
  listSchedules,
  scheduleOrder,
  type SchedulePage,
} from '@projections/schedules/list-schedules.query';
import { IsIn, IsOptional } from 'class-validator';
import { ContentListDto, contentFilterOf } from '../lists/content-filter';
import { PageCursorText } from '../lists/page-range.decorator';
import { scheduleStatuses } from './schedule.dto';
import type { Principal } from '@pps/identity';
import type { App } from '../../foundation/bind-app';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';

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

/** Throws for an account that the credential may not name or the project does not have, and `Invalid` for a cursor that is none of this order. */
export async function scheduleListPage(
  app: App,
  principal: Principal,
  query: ListSchedulesDto,
): Promise<Omit<SchedulePage, 'next'> & { readonly nextCursor: string | null }> {
  const { sort } = query;
  const cursor = pageCursorOf(query, { sort, types: scheduleOrder(sort).types });
  const filter = await contentFilterOf(app, principal, query);
  await app.freshness.wait('schedules', principal);
  const { next, ...page } = await listSchedules(app.db, { ...filter, cursor });
  return { ...page, nextCursor: next && pageCursorText(next) };
}
