import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { HeaderLine } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { contentFields } from './content-fields';
import { CreatePinDto } from './create-pin.dto';
import { headroomHeaders } from './headroom.dto';
import { headroomBody, quotaHeaders, rateHeaders } from './headroom';
import type { PinRequest } from './pin-request';
import { PinValidation } from './pin-validation';
import { ValidatedPinDto } from './validated-pin.dto';

@ApiTags('pins')
@Controller('v1/pins/validate')
export class PinValidationController {
  constructor(private readonly validation: PinValidation) {}

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
    const { checks, request, existing, quota, reading } = await this.validation.validate(principal, body, key);
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
