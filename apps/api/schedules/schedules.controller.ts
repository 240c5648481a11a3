import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { HeaderLine, UuidParam } from '../http/request-parts.decorator';
import { createSchedule, findSchedule, findScheduleAt, forecastNewSchedule, quickForecast, type CheckOutcome } from '@pps/use-cases';
import type { ScheduleView } from '@pps/schedules/events';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/as-of.guard';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { listHeaders } from '../lists/page-range.decorator';
import { CreateScheduleDto, decodeScheduleRequest } from './decode-schedule-request';
import { ListSchedulesDto, scheduleListPage } from './schedule-list';
import { ScheduleBodies } from './schedule-body';
import { CreatedScheduleDto, ScheduleDto } from './schedule.dto';

const forecastFromMs = 60_000;

@ApiTags('schedules')
@Controller('v1/schedules')
export class SchedulesController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly bodies: ScheduleBodies,
  ) {}

  @Post()
  @RequireScope('write')
  @TakesIdempotencyKey()
  @ApiBody({ type: CreateScheduleDto })
  @ApiCreatedResponse({ type: CreatedScheduleDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @HeaderLine('Idempotency-Key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { schedule, replayed } = await createSchedule(this.app, principal, await decodeScheduleRequest(body, key, this.app.clock()));
    if (replayed) void reply.header('Idempotent-Replayed', 'true');
    const warnings = replayed ? [] : await this.warningsOf(principal, schedule);
    return { ...this.bodies.scheduleBody(schedule), ...(warnings.length > 0 && { warnings }) };
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [ScheduleDto], headers: { ...listHeaders.total, ...listHeaders.next } })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListSchedulesDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const { schedules, total, nextCursor } = await scheduleListPage(this.app, principal, query);
    void reply.header('X-Total-Count', String(total));
    if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor);
    return schedules.map((schedule) => this.bodies.scheduleBody(schedule));
  }

  @Get(':schedule_id')
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: ScheduleDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string, @AsOf() at: Date | undefined) {
    const { app } = this;
    return this.bodies.scheduleBody(at ? await findScheduleAt(app, principal, id, at) : await findSchedule(app, principal, id));
  }

  /** A schedule that was created is answered whatever becomes of its forecast; of one that fires at once its state soon tells more. */
  private async warningsOf(principal: Principal, { scheduleId, accountId, runAt, content }: ScheduleView): Promise<CheckOutcome[]> {
    if (Date.parse(runAt) - this.app.clock().getTime() < forecastFromMs) return [];
    const created = { except: [scheduleId], accountId, runAt, isVideo: content.mediaType === 'video' };
    const check = await forecastNewSchedule(this.app, principal, created, quickForecast).catch(() => null);
    return check?.status === 'warning' ? [check] : [];
  }
}
