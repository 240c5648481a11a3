import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EVENT_STORE, type EventStore } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { HeaderLine, UuidParam } from '../http/request-parts.decorator';
import { createSchedule, findSchedule, findScheduleAt, forecastNewSchedule, quickForecast, type CheckOutcome } from '@pps/use-cases';
import type { ScheduleView } from '@pps/schedules/events';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { AsOf, TakesAsOf } from '../as-of/takes-as-of.decorator';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { TakesIdempotencyKey } from '../idempotency/takes-idempotency-key.decorator';
import { listHeaders } from '../lists/list-headers';
import { CreateScheduleDto } from './create-schedule.dto';
import { decodeScheduleRequest } from './decode-schedule-request';
import { ListSchedulesDto } from './list-schedules.dto';
import { ScheduleBodies } from './schedule-body';
import { ScheduleList } from './schedule-list';
import { CreatedScheduleDto, ScheduleDto } from './schedule.dto';

const forecastFromMs = 60_000;

@ApiTags('schedules')
@Controller('v1/schedules')
export class SchedulesController {
  constructor(
    @Inject(APP) private readonly deps: App,
    private readonly bodies: ScheduleBodies,
    private readonly scheduleList: ScheduleList,
    @Inject(EVENT_STORE) private readonly store: EventStore,
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
    const { schedule, replayed } = await createSchedule(this.deps, principal, await decodeScheduleRequest(body, key, this.deps.clock()));
    if (replayed) void reply.header('Idempotent-Replayed', 'true');
    const warnings = replayed ? [] : await this.warningsOf(principal, schedule);
    return { ...this.bodies.of(schedule), ...(warnings.length > 0 && { warnings }) };
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [ScheduleDto], headers: { ...listHeaders.total, ...listHeaders.next } })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListSchedulesDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const { schedules, total, nextCursor } = await this.scheduleList.page(principal, query);
    void reply.header('X-Total-Count', String(total));
    if (nextCursor !== null) void reply.header('X-Next-Cursor', nextCursor);
    return schedules.map((schedule) => this.bodies.of(schedule));
  }

  @Get(':schedule_id')
  @TakesAsOf()
  @RequireScope('read')
  @ApiOkResponse({ type: ScheduleDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('schedule_id') id: string, @AsOf() at: Date | undefined) {
    const { deps, store } = this;
    return this.bodies.of(
      at ? await findScheduleAt({ store, live: deps.live }, principal, id, at) : await findSchedule(deps, principal, id),
    );
  }

  /** A schedule that was created is answered whatever becomes of its forecast; of one that fires at once its state soon tells more. */
  private async warningsOf(principal: Principal, { scheduleId, accountId, runAt, content }: ScheduleView): Promise<CheckOutcome[]> {
    if (Date.parse(runAt) - this.deps.clock().getTime() < forecastFromMs) return [];
    const created = { scheduleId, accountId, runAt, isVideo: content.mediaType === 'video' };
    const check = await forecastNewSchedule(this.deps, principal, created, quickForecast).catch(() => null);
    return check?.status === 'warning' ? [check] : [];
  }
}
