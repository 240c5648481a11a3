import { Body, Controller, Delete, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { OptionalBody, UuidParam } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { headroomHeaders } from './headroom.dto';
import { HeadroomHeaders } from './headroom-headers';
import { PinBodies } from './pin-body';
import { DeletePinQuery, EditPinDto, RetryPinDto } from './pin-changes.dto';
import { PinChanges } from './pin-changes';
import { PinDto } from './pin.dto';
import { PlatformPins } from './platform-pins';
import { PublishChecks } from './publish-checks';
import { VisiblePins } from './visible-pins';

@ApiTags('pins')
@Controller('v1/pins/:id')
export class PinChangesController {
  constructor(
    private readonly bodies: PinBodies,
    private readonly pins: VisiblePins,
    private readonly changes: PinChanges,
    private readonly checks: PublishChecks,
    private readonly headroom: HeadroomHeaders,
    private readonly platformPins: PlatformPins,
  ) {}

  @Post('retry')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: PinDto, headers: headroomHeaders })
  async retry(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id') id: string,
    @OptionalBody() body: RetryPinDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const pin = await this.pins.find(principal, id);
    const accountId = await this.changes.accountOfRetry(principal, pin, body);
    const changed = await this.headroom.onRefusal(reply, principal, accountId, () => this.changes.retry(principal, pin, accountId, body));
    await this.headroom.tell(reply, changed.accountId, await this.checks.quotaOf(principal));
    return this.bodies.of(changed);
  }

  @Patch()
  @RequireScope('write')
  @ApiOkResponse({ type: PinDto })
  async edit(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @Body() body: EditPinDto) {
    return this.bodies.of(await this.changes.edit(principal, await this.pins.find(principal, id), body));
  }

  @Delete()
  @RequireScope('destructive')
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id') id: string,
    @Query() { delete_from_platform }: DeletePinQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const pin = await this.pins.find(principal, id);
    this.changes.requireAtRest(pin);
    if (!delete_from_platform) {
      await this.changes.delete(principal, pin, false);
      return void reply.code(204);
    }
    const { removed, reason } = await this.platformPins.remove(pin);
    await this.changes.delete(principal, pin, removed);
    return { id, deleted: true, removed_from_platform: removed, platform_pin_id: pin.platformPinId, reason };
  }
}
