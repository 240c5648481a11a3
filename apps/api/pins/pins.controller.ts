import { Body, Controller, Get, Headers, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EVENT_STORE, streamName, type EventStore } from '@pps/event-store';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import { pinTimeline } from '@pps/pins';
import { pinStream, type Pin } from '@pps/pins/events';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { UuidParam } from '@pps/runtime';
import { findPin, listPins } from '@projections/pins/list-pins.query';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { CreatePinDto } from './create-pin.dto';
import { headroomHeaders, HeadroomMeter } from './headroom';
import { ListPinsDto } from './list-pins.dto';
import { toPinBody } from './pin-body';
import { PinDto, TimelineDto } from './pin.dto';
import { PinIntake } from './pin-intake';
import { pinRequestOf } from './pin-request';

@ApiTags('pins')
@Controller('v1/pins')
export class PinsController {
  constructor(
    private readonly intake: PinIntake,
    private readonly headroom: HeadroomMeter,
    private readonly freshness: Freshness,
    @Inject(DATABASE) private readonly db: Database,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @Post()
  @RequireScope('write')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: PinDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreatePinDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = pinRequestOf(body, key);
    await this.intake.requireAccount(principal, request.accountId);
    try {
      const { pin, replayed, quota } = await this.intake.take(principal, request, 'api');
      if (replayed) void reply.header('Idempotent-Replayed', 'true');
      void reply.headers(headroomHeaders(await this.headroom.of(request.accountId, quota)));
      return toPinBody(pin);
    } catch (error) {
      await this.tellHeadroom(error, principal, request.accountId, reply);
      throw error;
    }
  }

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [PinDto], headers: { 'X-Total-Count': { schema: { type: 'integer' } } } })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListPinsDto, @Res({ passthrough: true }) reply: FastifyReply) {
    if (query.account_id !== undefined) await this.intake.requireAccount(principal, query.account_id.toLowerCase());
    await this.freshness.wait('pins', principal.asOf);
    const { projectId, epoch, accountIds } = principal;
    const { account_id, board_id, error_code, ...rest } = query;
    const filter = { ...rest, projectId, epoch, accountIds, accountId: account_id, boardId: board_id, errorCode: error_code };
    const { pins, total } = await listPins(this.db, filter);
    void reply.header('X-Total-Count', String(total));
    return pins.map(toPinBody);
  }

  @Get(':id')
  @RequireScope('read')
  @ApiOkResponse({ type: PinDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    return toPinBody(await this.visible(principal, id));
  }

  @Get(':id/timeline')
  @RequireScope('read')
  @ApiOkResponse({ type: TimelineDto })
  async timeline(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    await this.visible(principal, id);
    return { pin_id: id, items: pinTimeline(await this.store.read(streamName(pinStream, id))) };
  }

  private async visible(principal: Principal, pinId: string): Promise<Pin> {
    await this.freshness.wait('pins', principal.asOf);
    const pin = await findPin(this.db, principal.projectId, principal.epoch, pinId);
    if (!pin) throw new NotFound('Pin');
    refuseForeignAccount(principal, pin.accountId);
    return pin;
  }

  /** A refusal for want of quota, board or connection says what is left, too. */
  private async tellHeadroom(error: unknown, principal: Principal, accountId: string, reply: FastifyReply): Promise<void> {
    if (!(error instanceof Rejected)) return;
    const headroom = await this.headroom.of(accountId, await this.intake.quotaOf(principal));
    void reply.headers(headroomHeaders(headroom));
  }
}
