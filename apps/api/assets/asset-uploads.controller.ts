import type { AssetType } from '@pps/assets/events';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { FileUpload } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { AssetDto } from './asset.dto';
import { AssetList } from './asset-list';
import { AssetUploads } from './asset-uploads';

const form = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('assets')
@Controller('v1/assets')
export class AssetUploadsController {
  constructor(
    private readonly uploads: AssetUploads,
    private readonly list: AssetList,
  ) {}

  @Post('images')
  @FileUpload()
  @RequireScope('write')
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiCreatedResponse({ type: AssetDto, description: 'PNG, JPEG, GIF or WebP up to 20 MB.' })
  async image(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.take(principal, 'image', request, reply);
  }

  @Post('videos')
  @FileUpload()
  @RequireScope('write')
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiCreatedResponse({ type: AssetDto, description: 'MP4, MOV or M4V up to 200 MB.' })
  async video(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.take(principal, 'video', request, reply);
  }

  private async take(principal: Principal, assetType: AssetType, request: FastifyRequest, reply: FastifyReply) {
    return this.list.newBody(await this.uploads.take(principal, assetType, request, reply));
  }
}
