import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { deletePins, retryPins } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { toBulkBody, BulkIdsDto, BulkResultDto, BulkWork } from '../bulk/bulk-work.decorator';

/** Many pins by their ids, each changed alone. */
@ApiTags('pins')
@Controller('v1/pins')
export class BulkPinsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post('bulk-retry')
  @HttpCode(200)
  @BulkWork()
  @RequireScope('write')
  @ApiOkResponse({ type: BulkResultDto })
  async retry(@CurrentPrincipal() principal: Principal, @Body() { ids }: BulkIdsDto) {
    return toBulkBody(await retryPins(this.app, principal, ids), ids);
  }

  @Post('bulk-delete')
  @HttpCode(200)
  @BulkWork()
  @RequireScope('destructive')
  @ApiOkResponse({ type: BulkResultDto })
  async delete(@CurrentPrincipal() principal: Principal, @Body() { ids }: BulkIdsDto) {
    return toBulkBody(await deletePins(this.app, principal, ids), ids);
  }
}
