import { ApiProperty, ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ErrorDto } from '../docs/error-envelope.dto';
import { HeadroomDto, headroomHeaders, headroomBody, HeadroomHeaders } from './headroom-headers';
import { PinDto } from './pin.dto';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import { BodyLimit, bodyLimit } from '../http/route-setting.decorator';
import { checkInput } from '../http/check-input';
import { failureOf } from '@pps/runtime';
import { envelopeOf } from '../http/answer-failure';
import { explainFaults } from '../http/explain-faults';
import type { PinView } from '@pps/pins/events';
import { createPins, type BatchItem, type BatchRequest } from '@pps/use-cases';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { BulkWork } from '../bulk/bulk-work.decorator';
import { answerRepeatable } from '../idempotency/answer-repeatable';
import { contentOfItems } from '../idempotency/content-of-json';
import { IdempotencyKey, answeredForADay, TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { CreatePinDto, mostFieldsOfPin } from './create-pin.dto';
import { decodeBatchItem, keyOfItem } from './decode-pin-request';
import { PinBodies } from './pin-body';

class BatchResultDto {
  @ApiProperty({ type: 'integer', description: 'Index in the request, from 0.' }) readonly index: number;
  @ApiProperty({ type: String, nullable: true }) readonly idempotency_key: string | null;
  @ApiProperty({ enum: ['created', 'existing', 'failed'] }) readonly status: string;
  @ApiProperty({ type: PinDto, nullable: true }) readonly pin: PinDto | null;
  @ApiProperty({ type: ErrorDto, nullable: true, description: 'Of a failed one.' }) readonly error: ErrorDto | null;
}

class TakenBatchDto {
  @ApiProperty({ type: 'integer' }) readonly created_count: number;
  @ApiProperty({ type: 'integer' }) readonly existing_count: number;
  @ApiProperty({ type: 'integer' }) readonly failed_count: number;
  @ApiProperty({ type: [BatchResultDto], description: 'In the order of the request.' }) readonly results: BatchResultDto[];
  @ApiProperty({ type: HeadroomDto }) readonly headroom: HeadroomDto;
}

const mostPins = 100;
const route = 'POST /v1/pins/batch';

class BatchDto {
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
    @Inject(APP) private readonly app: App,
    private readonly bodies: PinBodies,
    private readonly headroom: HeadroomHeaders,
  ) {}

  @Post()
  @HttpCode(200)
  @BulkWork()
  @BodyLimit(bodyLimit, mostPins * mostFieldsOfPin)
  @RequireScope('write')
  @TakesIdempotencyKey(`${answeredForADay} The items without a key of their own get keys of it.`)
  @ApiOkResponse({ type: TakenBatchDto, headers: headroomHeaders, description: 'Each item alone: created, existing or failed.' })
  @ApiBody({ type: BatchDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const bodies = await itemsOf(body);
    const keys = bodies.map((_, index) => keyOfPlace(principal, key, index));
    const requests = await Promise.all(bodies.map((item, index) => decodeBatchItem(item, index, keys[index])));
    const repeatable = { principal, reply, key, route, content: key === undefined ? '' : await contentOfItems(bodies) };
    const answer = await answerRepeatable(this.app.idempotentAnswers, repeatable, async ({ mayExist }) => {
      const { items, quota, reading } = await this.createAll(principal, requests, reply);
      // What an earlier call of the same request has made is new to its client.
      const isMade = ({ pin }: { readonly pin: PinView }, index: number) => mayExist && pin.idempotencyKey === keys[index];
      const outcomes = items.map((item, index): BatchItem =>
        item.status === 'existing' && isMade(item, index) ? { ...item, status: 'created' } : item,
      );
      const count = (status: BatchItem['status']) => outcomes.filter((item) => item.status === status).length;
      return {
        created_count: count('created'),
        existing_count: count('existing'),
        failed_count: count('failed'),
        results: outcomes.map((item, index) =>
          this.resultBody(item, index, reply.request, () => keyOfItem(requests[index], bodies[index], keys[index])),
        ),
        headroom: headroomBody(quota, reading),
      };
    });
    // Of a replay the body is that of the first time; the headers say what is left now.
    const accounts = answer.results.flatMap(({ pin }) => (pin ? [pin.platform_account_id] : []));
    if (!reply.hasHeader('X-Service-Quota-Limit')) await this.headroom.writeFor(reply, principal, [...new Set(accounts)]);
    return answer;
  }

  private async createAll(principal: Principal, requests: readonly BatchRequest[], reply: FastifyReply) {
    const onRefused = async (named: readonly string[]) => void (await this.headroom.writeFor(reply, principal, named));
    const { items, quota, accountIds } = await createPins(this.app, principal, requests, 'batch', onRefused, {
      betweenPortions: () => this.app.bulk.betweenPortions(),
    });
    return { items, quota, reading: await this.headroom.writeFor(reply, principal, accountIds, quota) };
  }

  private resultBody(item: BatchItem, index: number, request: FastifyRequest, keyOfFailed: () => string | null) {
    const { status } = item;
    const outcome =
      item.status === 'failed'
        ? { pin: null, error: this.errorOf(item.error, request) }
        : { pin: this.bodies.pinBody(item.pin), error: null };
    return { index, idempotency_key: outcome.pin ? outcome.pin.idempotency_key : keyOfFailed(), status, ...outcome };
  }

  private errorOf(error: unknown, request: FastifyRequest): unknown {
    return envelopeOf(explainFaults(failureOf(error), request), request.id, this.app.configuration.PUBLIC_URL)['error'];
  }
}

/** The key that an item without one has by its place in a request that was named: the same each time, also when nothing is known of that request any more. */
const keyOfPlace = ({ projectId, epoch }: Principal, key: string | undefined, index: number): string | null =>
  key === undefined ? null : derivedId('item of a batch', projectId, epoch, key, index);

/** The items as they came: each is decoded alone later, whatever is in it. */
async function itemsOf(body: unknown): Promise<readonly unknown[]> {
  const { pins } = Object(body) as { readonly pins?: unknown };
  if (!Array.isArray(pins)) return (await checkInput(BatchDto, body, { loc: ['body'], unknownFields: 'refuse' })).pins;
  await checkInput(BatchDto, { ...(body as object), pins: pins.map(() => null) }, { loc: ['body'], unknownFields: 'refuse' });
  return pins;
}
