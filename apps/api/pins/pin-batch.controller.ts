import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { BulkPermits } from '@pps/read-store';
import { BodyLimit, bodyLimit, checkInput, currentCorrelation, envelopeOf, failureOf } from '@pps/runtime';
import { createPins, USE_CASE_DEPS, type BatchItem, type UseCaseDeps } from '@pps/use-cases';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { BulkWork } from '../bulk/bulk-work.decorator';
import { CreatePinDto, mostFieldsOfPin } from './create-pin.dto';
import { decodeBatchItem, keyOfItem } from './decode-pin-request';
import { headroomHeaders } from './headroom.dto';
import { headroomBody, HeadroomHeaders } from './headroom-headers';
import { TakenBatchDto } from './pin-batch.dto';
import { PinBodies } from './pin-body';

const mostPins = 100;

export class BatchDto {
  @ApiProperty({ type: [CreatePinDto], minItems: 1, maxItems: mostPins })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostPins)
  readonly pins: unknown[];
}

@ApiTags('pins')
@Controller('v1/pins/batch')
export class PinBatchController {
  constructor(
    @Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps,
    private readonly bodies: PinBodies,
    private readonly headroom: HeadroomHeaders,
    private readonly bulk: BulkPermits,
  ) {}

  @Post()
  @HttpCode(200)
  @BulkWork()
  @BodyLimit(bodyLimit, mostPins * mostFieldsOfPin)
  @RequireScope('write')
  @ApiOkResponse({ type: TakenBatchDto, headers: headroomHeaders, description: 'Each item alone: created, existing or failed.' })
  @ApiBody({ type: BatchDto })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    const bodies = await itemsOf(body);
    const requests = await Promise.all(bodies.map(decodeBatchItem));
    const onRefused = async (named: readonly string[]) => void (await this.headroom.writeFor(reply, principal, named));
    const { items, quota, accountIds } = await createPins(this.deps, principal, requests, 'batch', onRefused, {
      betweenPortions: () => this.bulk.betweenPortions(),
    });
    const reading = await this.headroom.writeFor(reply, principal, accountIds, quota);
    const count = (status: BatchItem['status']) => items.filter((item) => item.status === status).length;
    return {
      created_count: count('created'),
      existing_count: count('existing'),
      failed_count: count('failed'),
      results: items.map((item, index) => this.resultBody(item, index, () => keyOfItem(requests[index], bodies[index]))),
      headroom: headroomBody(quota, reading),
    };
  }

  private resultBody(item: BatchItem, index: number, keyOfFailed: () => string | null) {
    const { status } = item;
    const outcome =
      item.status === 'failed'
        ? { pin: null, error: envelopeOf(failureOf(item.error), currentCorrelation()?.requestId ?? '')['error'] }
        : { pin: this.bodies.of(item.pin), error: null };
    return { index, idempotency_key: outcome.pin ? outcome.pin.idempotency_key : keyOfFailed(), status, ...outcome };
  }
}

/** The items as they came: each is decoded alone later, whatever is in it. */
async function itemsOf(body: unknown): Promise<readonly unknown[]> {
  const { pins } = Object(body) as { readonly pins?: unknown };
  if (!Array.isArray(pins)) return (await checkInput(BatchDto, body, { loc: ['body'], unknownFields: 'refuse' })).pins;
  await checkInput(BatchDto, { ...(body as object), pins: pins.map(() => null) }, { loc: ['body'], unknownFields: 'refuse' });
  return pins;
}
