import { Controller, Delete, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { UuidParam } from '../http/request-parts.decorator';
import { deleteAsset } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { AssetDto, AssetListDto, DeleteAssetQuery, DeletedAssetDto, ListAssetsDto } from './asset.dto';
import { AssetList } from './asset-list';

@ApiTags('assets')
@Controller('v1/assets')
export class AssetsController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly list: AssetList,
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
    const asset = await this.app.assets.find(principal, id);
    return this.list.body(principal, asset);
  }

  @Delete(':id')
  @RequireScope('destructive')
  @ApiOkResponse({ type: DeletedAssetDto })
  async delete(@CurrentPrincipal() principal: Principal, @UuidParam('id') id: string, @Query() { confirm }: DeleteAssetQuery) {
    const { freedBytes, pins } = await deleteAsset(this.app, principal, id, { confirmed: confirm === true });
    return { deleted: true, requires_confirmation: false, referenced_pin_count: pins, freed_bytes: freedBytes };
  }
}
