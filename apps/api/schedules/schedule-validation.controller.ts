import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { HeaderLine } from '../http/request-parts.decorator';
import { validateSchedule } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { headroomHeaders, quotaHeaders, rateHeaders } from '../pins/headroom-headers';
import { requireObject, toResolvedBody, toValidationBody } from '../pins/validation-body';
import { CreateScheduleDto, decodeScheduleRequest } from './decode-schedule-request';
import { ValidatedScheduleDto } from './schedule.dto';

@ApiTags('schedules')
@Controller('v1/schedules/validate')
export class ScheduleValidationController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post()
  @HttpCode(200)
  @RequireScope('read')
  @TakesIdempotencyKey()
  @ApiBody({ type: CreateScheduleDto })
  @ApiOkResponse({
    type: ValidatedScheduleDto,
    headers: headroomHeaders,
    description: 'Every check a creation would meet; nothing is written.',
  })
  async validate(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @HeaderLine('Idempotency-Key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    requireObject(body);
    const validated = await validateSchedule(this.app, principal, () => decodeScheduleRequest(body, key, this.app.clock()));
    const { request, existing, quota, reading } = validated;
    void reply.headers({ ...quotaHeaders(quota), ...(reading ? rateHeaders(reading) : {}) });
    return {
      ...toValidationBody(validated),
      resolved: request && { ...toResolvedBody(request), run_at: request.runAt },
      existing_pin_id: existing?.pinId ?? null,
      existing_schedule_id: existing?.scheduleId ?? null,
    };
  }
}
