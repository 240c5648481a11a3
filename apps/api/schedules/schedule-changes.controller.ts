import { Body, Controller, Delete, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import type { ScheduleView } from '@pps/schedules/events';
import { cancelSchedule, deleteSchedule, editSchedule, findSchedule, retrySchedule } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { contentBody } from '../pins/content-body';
import type { CreateScheduleDto } from './create-schedule.dto';
import { scheduleRequestOf } from './decode-schedule-request';
import { EditScheduleDto } from './edit-schedule.dto';
import { ScheduleBodies } from './schedule-body';
import { ScheduleDto } from './schedule.dto';

@ApiTags('schedules')
@Controller('v1/schedules/:schedule_id')
export class ScheduleChangesController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly bodies: ScheduleBodies,
  ) {}

  @Patch()
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async edit(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string, @Body() body: EditScheduleDto) {
    await findSchedule(this.deps, principal, id);
    const edit = (schedule: ScheduleView) => scheduleRequestOf(mergedBody(schedule, body), undefined);
    return this.bodies.of(await editSchedule(this.deps, principal, id, edit));
  }

  @Post('cancel')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async cancel(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string) {
    await findSchedule(this.deps, principal, id);
    return this.bodies.of(await cancelSchedule(this.deps, principal, id));
  }

  @Post('retry')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async retry(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string) {
    await findSchedule(this.deps, principal, id);
    return this.bodies.of(await retrySchedule(this.deps, principal, id));
  }

  @Delete()
  @HttpCode(204)
  @RequireScope('destructive')
  async delete(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string): Promise<void> {
    await findSchedule(this.deps, principal, id);
    await deleteSchedule(this.deps, principal, id);
  }
}

/** A new image replaces an asset and the other way round. */
function mergedBody({ accountId, boardId, content, runAt }: ScheduleView, changes: EditScheduleDto): CreateScheduleDto {
  const replaced = changes.image_url ? { asset_id: null } : changes.asset_id ? { image_url: null } : {};
  const given = Object.fromEntries(Object.entries({ ...replaced, ...changes }).filter(([, value]) => value !== undefined));
  return { account_id: accountId, board_id: boardId, ...contentBody(content), run_at: runAt, ...given };
}
