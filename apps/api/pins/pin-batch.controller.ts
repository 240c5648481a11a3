import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { currentCorrelation, envelopeOf } from '@pps/runtime';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { BatchIntake, type BatchItem } from './batch-intake';
import { CreatePinDto } from './create-pin.dto';
import { headroomBody, quotaHeaders } from './headroom';
import { HeadroomHeaders } from './headroom-headers';
import { PinBodies } from './pin-body';

export class BatchDto {
  @ApiProperty({ type: [CreatePinDto], minItems: 1, maxItems: 100 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  readonly pins: unknown[];
}

@ApiTags('pins')
@Controller('v1/pins/batch')
export class PinBatchController {
  constructor(
    private readonly bodies: PinBodies,
    private readonly intake: BatchIntake,
    private readonly headroom: HeadroomHeaders,
  ) {}

  @Post()
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ description: 'Each item by itself: created, existing or failed.' })
  async create(@CurrentPrincipal() principal: Principal, @Body() { pins }: BatchDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const { items, quota, accounts } = await this.intake.take(principal, pins, (refused) => void reply.headers(quotaHeaders(refused)));
    void reply.headers(quotaHeaders(quota));
    const [only, another] = accounts;
    const reading = only !== undefined && another === undefined ? await this.headroom.tell(reply, only, quota) : null;
    const count = (status: BatchItem['status']) => items.filter((item) => item.status === status).length;
    return {
      created_count: count('created'),
      existing_count: count('existing'),
      failed_count: count('failed'),
      results: items.map((item, index) => this.resultBody(item, index)),
      headroom: headroomBody(quota, reading),
    };
  }

  private resultBody(item: BatchItem, index: number) {
    const { status, key } = item;
    const outcome =
      item.status === 'failed'
        ? { pin: null, error: envelopeOf(item.failure, currentCorrelation()?.requestId ?? '')['error'] }
        : { pin: this.bodies.of(item.pin), error: null };
    return { index, idempotency_key: key, status, ...outcome };
  }
}
