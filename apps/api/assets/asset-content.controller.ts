import { assetStream, type Asset } from '@pps/assets/events';
import { ASSET_STORAGE, originalKey, type AssetStorage, type ByteRange } from '@pps/asset-storage';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { Public, RequireScope } from '../auth/route-access.decorator';
import { AnswersFile } from './answers-file.decorator';
import { AssetLinks } from './asset-links';
import { ProjectAssets } from '@pps/assets';
import { sendFile } from './send-file';

@ApiTags('assets')
@Controller('v1/assets/:id')
export class AssetContentController {
  constructor(
    private readonly assets: ProjectAssets,
    private readonly links: AssetLinks,
    private readonly live: LiveStates,
    @Inject(ASSET_STORAGE) private readonly storage: AssetStorage,
  ) {}

  @Get('content')
  @RequireScope('read')
  @AnswersFile()
  async content(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(await this.assets.find(principal, id), request, reply);
  }

  @Get('public')
  @Public()
  @ApiQuery({ name: 'expires', schema: { type: 'integer', format: 'int64' }, description: 'When the link ends, in seconds since 1970.' })
  @ApiQuery({ name: 'signature', schema: { type: 'string' }, description: 'That the link is ours.' })
  @AnswersFile()
  async shared(
    @UuidParam('id') id: string,
    @Query() query: Readonly<Record<string, unknown>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const secondsLeft = this.links.secondsLeft(id, query);
    if (secondsLeft === null) throw new NotFound('Asset');
    const { state } = await this.live.get(assetStream, id);
    if (state.kind !== 'asset' || !(await isPresentEpoch(this.live, state))) throw new NotFound('Asset');
    void reply.headers({
      'cache-control': `private, max-age=${Math.min(secondsLeft, 300)}`,
      'cross-origin-resource-policy': 'cross-origin',
    });
    await this.send(state, request, reply);
  }

  private async send(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { assetId, contentType, fileSizeBytes: sizeBytes, sha256 } = asset;
    const open = (range?: ByteRange) => this.storage.open(originalKey(assetId), range);
    await sendFile({ name: 'Asset', sizeBytes, contentType, sha256, open }, request, reply);
  }
}
