import { Body, Controller, Delete, HttpCode, Inject, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import type { PinView } from '@pps/pins/events';
import { OptionalBody, UuidParam } from '../http/request-parts.decorator';
import { deletePin, editPin, findPin, requireAccount, retryPin } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { pinRequestOf } from './decode-pin-request';
import { headroomHeaders, HeadroomHeaders } from './headroom-headers';
import { mergeChanges } from './merge-changes';
import { PinBodies } from './pin-body';
import { DeletedPinDto, DeletePinQuery, EditPinDto, RetryPinDto } from './pin-changes.dto';
import { PinDto } from './pin.dto';

@ApiTags('pins')
@Controller('v1/pins/:id')
export class PinChangesController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly bodies: PinBodies,
    private readonly headroom: HeadroomHeaders,
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
    const pin = await findPin(this.app, principal, id);
    const accountId = body.account_id?.toLowerCase() ?? pin.accountId;
    await requireAccount(this.app, principal, accountId);
    const target = { accountId: body.account_id?.toLowerCase(), boardId: body.board_id ?? undefined };
    const retried = await this.headroom.onRefusal(reply, principal, accountId, () => retryPin(this.app, principal, pin, target));
    await this.headroom.write(reply, principal, retried.accountId);
    return this.bodies.pinBody(retried);
  }

  @Patch()
  @RequireScope('write')
  @ApiOkResponse({ type: PinDto })
  async edit(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @Body() body: EditPinDto) {
    const found = await findPin(this.app, principal, id);
    const edit = (pin: PinView) => pinRequestOf(mergeChanges(pin, body), undefined);
    return this.bodies.pinBody(await editPin(this.app, principal, found, edit));
  }

  @Delete()
  @RequireScope('destructive')
  @ApiNoContentResponse({ description: 'Deleted here.' })
  @ApiOkResponse({ type: DeletedPinDto, description: 'With `delete_from_platform`.' })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id') id: string,
    @Query() { delete_from_platform }: DeletePinQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const pin = await findPin(this.app, principal, id);
    const removal = await deletePin(this.app, principal, pin, { fromPlatform: delete_from_platform === true });
    if (!removal) return void reply.code(204);
    const { removed, platformPinId, reason } = removal;
    return { id, deleted: true, removed_from_platform: removed, platform_pin_id: platformPinId, reason };
  }
}
