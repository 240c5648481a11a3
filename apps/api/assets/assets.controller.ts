import { DeleteAsset } from '@pps/assets';
import { Controller, Delete, Get, HttpCode, Inject, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { CLOCK, Rejected, type Clock } from '@pps/kernel';
import { UuidParam } from '@pps/runtime';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { originOf } from '../auth/origin';
import { AssetDto, AssetListDto, DeleteAssetQuery, ListAssetsDto } from './asset.dto';
import { AssetList } from './asset-list';
import { ProjectAssets } from './project-assets';

@ApiTags('assets')
@Controller('v1/assets')
export class AssetsController {
  constructor(
    private readonly assets: ProjectAssets,
    private readonly list: AssetList,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: AssetListDto })
  async page(@CurrentPrincipal() principal: Principal, @Query() query: ListAssetsDto) {
    return this.list.page(principal, query);
  }

  @Get(':id')
  @RequireScope('read')
  @ApiOkResponse({ type: AssetDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string) {
    const asset = await this.assets.find(principal, id);
    return this.list.body(principal, asset);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireScope('destructive')
  async delete(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @Query() { confirm }: DeleteAssetQuery) {
    await this.assets.find(principal, id);
    const waiting = confirm ? 0 : await this.list.waitingPins(principal, id);
    if (waiting > 0) {
      const message = 'Pins wait for this asset; with confirm=true it is deleted and they fail.';
      throw new Rejected('conflict', message, { asset_id: id, waiting_pin_count: waiting });
    }
    const now = this.clock();
    await this.commands.execute(new DeleteAsset(id, now.toISOString(), originOf(principal, now)));
  }
}
