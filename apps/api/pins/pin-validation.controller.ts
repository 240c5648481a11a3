import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { HeaderLine } from '@pps/runtime';
import { USE_CASE_DEPS, validatePin, type PinRequest, type UseCaseDeps } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { contentFields } from './content-fields';
import { CreatePinDto } from './create-pin.dto';
import { decodePinRequest } from './decode-pin-request';
import { headroomHeaders } from './headroom.dto';
import { headroomBody, quotaHeaders, rateHeaders } from './headroom-headers';
import { ValidatedPinDto } from './validated-pin.dto';

@ApiTags('pins')
@Controller('v1/pins/validate')
export class PinValidationController {
  constructor(@Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps) {}

  @Post()
  @HttpCode(200)
  @RequireScope('read')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiBody({ type: CreatePinDto })
  @ApiOkResponse({ type: ValidatedPinDto, headers: headroomHeaders, description: 'Every check a creation would meet; nothing is written.' })
  async validate(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @HeaderLine('Idempotency-Key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Invalid([{ loc: ['body'], msg: 'Input should be a JSON object', type: body === undefined ? 'missing' : 'object_type' }]);
    }
    const { checks, request, existing, quota, reading } = await validatePin(this.deps, principal, () => decodePinRequest(body, key));
    void reply.headers({ ...quotaHeaders(quota), ...(reading ? rateHeaders(reading) : {}) });
    return {
      valid: checks.every(({ status }) => status !== 'failed'),
      dry_run: true,
      checks,
      resolved: request && toResolvedBody(request),
      existing_pin_id: existing?.pinId ?? null,
      headroom: headroomBody(quota, reading),
    };
  }
}

const toResolvedBody = ({ accountId, boardId, content, idempotencyKey }: PinRequest) => ({
  account_id: accountId,
  board_id: boardId,
  ...contentFields(content),
  idempotency_key: idempotencyKey,
});
