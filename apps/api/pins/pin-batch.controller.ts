import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { checkInput, currentCorrelation, envelopeOf } from '@pps/runtime';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { BatchIntake, type BatchItem } from './batch-intake';
import { CreatePinDto } from './create-pin.dto';
import { headroomHeaders } from './headroom.dto';
import { headroomBody } from './headroom';
import { HeadroomHeaders } from './headroom-headers';
import { TakenBatchDto } from './pin-batch.dto';
import { PinBodies } from './pin-body';
import { PublishChecks } from './publish-checks';

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
    private readonly checks: PublishChecks,
  ) {}

  @Post()
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: TakenBatchDto, headers: headroomHeaders, description: 'Each item by itself: created, existing or failed.' })
  @ApiBody({ type: BatchDto })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    const pins = await itemsOf(body);
    const { items, quota, accounts } = await this.intake.take(
      principal,
      pins,
      async (named) => void (await this.headroom.tellOf(reply, named, await this.checks.quotaOf(principal))),
    );
    const reading = await this.headroom.tellOf(reply, accounts, quota);
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

/** The items as they came: each is judged by itself later, whatever is in it. */
async function itemsOf(body: unknown): Promise<readonly unknown[]> {
  const { pins } = Object(body) as { readonly pins?: unknown };
  if (!Array.isArray(pins)) return (await checkInput(BatchDto, body, { loc: ['body'], unknownFields: 'refuse' })).pins;
  await checkInput(BatchDto, { ...(body as object), pins: pins.map(() => null) }, { loc: ['body'], unknownFields: 'refuse' });
  return pins;
}
