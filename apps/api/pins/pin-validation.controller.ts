import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { HeaderLine } from '../http/request-parts.decorator';
import { validatePin } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { CreatePinDto } from './create-pin.dto';
import { decodePinRequest } from './decode-pin-request';
import { headroomHeaders, quotaHeaders, rateHeaders } from './headroom-headers';
import { ValidatedPinDto, requireObject, toResolvedBody, toValidationBody } from './validation-body';

@ApiTags('pins')
@Controller('v1/pins/validate')
export class PinValidationController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post()
  @HttpCode(200)
  @RequireScope('read')
  @TakesIdempotencyKey()
  @ApiBody({ type: CreatePinDto })
  @ApiOkResponse({ type: ValidatedPinDto, headers: headroomHeaders, description: 'Every check a creation would meet; nothing is written.' })
  async validate(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @HeaderLine('Idempotency-Key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    requireObject(body);
    const validated = await validatePin(this.app, principal, () => decodePinRequest(body, key));
    const { request, existing, quota, reading } = validated;
    void reply.headers({ ...quotaHeaders(quota), ...(reading ? rateHeaders(reading) : {}) });
    return { ...toValidationBody(validated), resolved: request && toResolvedBody(request), existing_pin_id: existing?.pinId ?? null };
  }
}
