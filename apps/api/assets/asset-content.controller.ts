import { applyDecorators, Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, getSchemaPath, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ErrorEnvelopeDto } from '../docs/error-envelope.dto';
import { assetStream, type Asset } from '@pps/assets/events';
import { originalKey, type ByteRange } from '@pps/asset-storage';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { isPresentEpoch } from '@pps/workspaces/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { Public, RequireScope } from '../auth/route-access.decorator';
import { AssetLinks } from './asset-links';
import { sendFile } from './send-file';
import { APP, type App } from '../../foundation/bind-app';

const schema = { type: 'string', format: 'binary' } as const;
const content = { 'image/*': { schema }, 'video/*': { schema } };
const refusal = {
  schema: { $ref: getSchemaPath(ErrorEnvelopeDto) },
  examples: { bad_request: { $ref: '#/components/examples/bad_request' } },
};

/** Describes a route that answers with a file, or with the part of it that a `Range` asks for. */
const AnswersFile = () =>
  applyDecorators(
    ApiOkResponse({ content, description: 'The file.' }),
    ApiResponse({ status: 206, content, description: 'The part of the file that `Range` asks for.' }),
    ApiResponse({ status: 416, content: { 'application/json': refusal }, description: '`bad_request`: the range begins beyond the file.' }),
  );

@ApiTags('assets')
@Controller('v1/assets/:id')
export class AssetContentController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'assets' | 'live' | 'storage'>,
    private readonly links: AssetLinks,
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
    await this.send(await this.app.assets.find(principal, id), request, reply);
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
    const { state } = await this.app.live.get(assetStream, id);
    if (state.kind !== 'asset' || !(await isPresentEpoch(this.app.live, state))) throw new NotFound('Asset');
    void reply.headers({
      'cache-control': `private, max-age=${Math.min(secondsLeft, 300)}`,
      'cross-origin-resource-policy': 'cross-origin',
    });
    await this.send(state, request, reply);
  }

  private async send(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { assetId, contentType, fileSizeBytes: sizeBytes, sha256 } = asset;
    const open = (range?: ByteRange) => this.app.storage.open(originalKey(assetId), range);
    await sendFile({ name: 'Asset', sizeBytes, contentType, sha256, open }, request, reply);
  }
}
