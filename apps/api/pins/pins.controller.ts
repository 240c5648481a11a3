import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { HeaderLine, pathUuidOf, UuidParam } from '../http/request-parts.decorator';
import { createPin, findPin, findPinAt, findPinTimeline, requireAccount } from '@pps/use-cases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { listHeaders } from '../lists/page-range.decorator';
import { TakesAsOf, type RequestAsOf } from '../as-of/as-of.guard';
import { CurrentPrincipal, principalOf, type AuthenticatedRequest } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { CreatePinDto } from './create-pin.dto';
import { headroomHeaders, HeadroomHeaders } from './headroom-headers';
import { ListPinsDto, PinList } from './pin-list';
import { PinAnswers } from './pin-answers';
import { PinBodies } from './pin-body';
import { PinDto, TimelineDto } from './pin.dto';
import { pinRequestOf } from './decode-pin-request';

// What is read most takes the reply alone: Nest makes ten promises for each other argument, to run the pipes of inputs on it.
type OnePinRequest = FastifyRequest<{ Params: { readonly id: string } }> & AuthenticatedRequest & RequestAsOf;

@ApiTags('pins')
@Controller('v1/pins')
export class PinsController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly bodies: PinBodies,
    private readonly headroom: HeadroomHeaders,
    private readonly pinList: PinList,
    private readonly answers: PinAnswers,
  ) {}

  @Post()
  @RequireScope('write')
  @TakesIdempotencyKey()
  @ApiCreatedResponse({ type: PinDto, headers: headroomHeaders })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreatePinDto,
    @HeaderLine('Idempotency-Key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = pinRequestOf(body, key);
    await requireAccount(this.app, principal, request.accountId);
    const creating = () => createPin(this.app, principal, request, 'api');
    const { pin, replayed } = await this.headroom.addHeaders(reply, principal, request.accountId, creating);
    if (replayed) void reply.header('Idempotent-Replayed', 'true');
    return this.bodies.pinBody(pin);
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [PinDto], headers: { ...listHeaders.total, ...listHeaders.next } })
  async list(@Query() query: ListPinsDto, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.pinList.answer(reply, principalOf(reply.request), query);
  }

  @Get(':id')
  @TakesAsOf()
  @RequireScope('read')
  @ApiParam({ name: 'id', schema: { format: 'uuid', type: 'string' } })
  @ApiOkResponse({ type: PinDto })
  async one(@Res({ passthrough: true }) reply: FastifyReply) {
    const request = reply.request as OnePinRequest;
    const [principal, id, at] = [principalOf(request), pathUuidOf(request.params.id, 'id'), request.asOf];
    const { app } = this;
    if (at) return this.bodies.pinBody(await findPinAt(app, principal, id, at));
    return this.answers.answer(reply, principal, `pin ${id}`, async () => ({
      body: this.bodies.pinBody(await findPin(app, principal, id)),
    }));
  }

  @Get(':id/timeline')
  @RequireScope('read')
  @ApiOkResponse({ type: TimelineDto })
  async timeline(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    return { pin_id: id, items: await findPinTimeline(this.app, principal, id) };
  }
}
