import { ApiPropertyOptional, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IsMoment } from '../http/field-rules.decorator';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { nullIsAbsent } from '../pins/content.decorator';
import { EditPinDto } from '../pins/pin-changes.dto';
import { Body, Controller, Delete, HttpCode, Inject, Patch, Post } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import type { ScheduleView } from '@pps/schedules/events';
import { cancelSchedule, deleteSchedule, editSchedule, findSchedule, retrySchedule } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { mergeChanges } from '../pins/merge-changes';
import { scheduleRequestOf } from './decode-schedule-request';
import { ScheduleBodies } from './schedule-body';
import { ScheduleDto } from './schedule.dto';

/** Any of a creation's fields but account and key; absent = unchanged, null and a blank text clear an optional one. */
export class EditScheduleDto extends EditPinDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'A moment in the future, with its offset from UTC; null leaves it.',
  })
  @IsOptional()
  @Transform(nullIsAbsent)
  @IsMoment()
  readonly run_at?: string;
}

@ApiTags('schedules')
@Controller('v1/schedules/:schedule_id')
export class ScheduleChangesController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly bodies: ScheduleBodies,
  ) {}

  @Patch()
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async edit(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string, @Body() body: EditScheduleDto) {
    await findSchedule(this.app, principal, id);
    const edit = (schedule: ScheduleView) => scheduleRequestOf({ run_at: schedule.runAt, ...mergeChanges(schedule, body) }, undefined);
    return this.bodies.scheduleBody(await editSchedule(this.app, principal, id, edit));
  }

  @Post('cancel')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async cancel(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string) {
    await findSchedule(this.app, principal, id);
    return this.bodies.scheduleBody(await cancelSchedule(this.app, principal, id));
  }

  @Post('retry')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: ScheduleDto })
  async retry(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string) {
    await findSchedule(this.app, principal, id);
    return this.bodies.scheduleBody(await retrySchedule(this.app, principal, id));
  }

  @Delete()
  @HttpCode(204)
  @RequireScope('destructive')
  async delete(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string): Promise<void> {
    await findSchedule(this.app, principal, id);
    await deleteSchedule(this.app, principal, id);
  }
}
