import { incomingFolder } from '@pps/asset-storage';
import { largestImageBytes, sweepIncomingUploads } from '@pps/assets';
import type { AssetType } from '@pps/assets/events';
import { Controller, Inject, Post, Req, Res, type OnModuleInit } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { dropBody, receiveFile } from '../http/receive-file';
import { FileUpload } from '../http/form-body.decorator';
import { uploadAsset } from '@pps/use-cases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { answerRepeatable, keyedBy, type AnswerMaker } from '../idempotency/answer-repeatable';
import { contentOfJson } from '../idempotency/content-of-json';
import { IdempotencyKey, answeredForADay, TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { AssetDto } from './asset.dto';
import { AssetList } from './asset-list';

const largestBytes: Readonly<Record<AssetType, number>> = { image: largestImageBytes, video: 200 * 1024 * 1024 };
const form = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('assets')
@Controller('v1/assets')
export class AssetUploadsController implements OnModuleInit {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly list: AssetList,
  ) {}

  /** Files whose upload died with an earlier process are removed. */
  async onModuleInit(): Promise<void> {
    await sweepIncomingUploads(incomingFolder(this.app.configuration), this.app.clock());
  }

  @Post('images')
  @FileUpload()
  @RequireScope('write')
  @TakesIdempotencyKey(`${answeredForADay} The content is the file with its name.`)
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiCreatedResponse({ type: AssetDto, description: 'PNG, JPEG, GIF or WebP up to 20 MB.' })
  async image(
    @CurrentPrincipal() principal: Principal,
    @IdempotencyKey() key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.take(principal, 'image', key, request, reply);
  }

  @Post('videos')
  @FileUpload()
  @RequireScope('write')
  @TakesIdempotencyKey(`${answeredForADay} The content is the file with its name.`)
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiCreatedResponse({ type: AssetDto, description: 'MP4, MOV or M4V up to 200 MB.' })
  async video(
    @CurrentPrincipal() principal: Principal,
    @IdempotencyKey() key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.take(principal, 'video', key, request, reply);
  }

  private async take(principal: Principal, assetType: AssetType, key: string | undefined, request: FastifyRequest, reply: FastifyReply) {
    const route = `POST /v1/assets/${assetType}s`;
    const folder = incomingFolder(this.app.configuration);
    const limitBytes = largestBytes[assetType];
    const receive = () => receiveFile(request, reply, { folder, limitBytes });
    const declaredBytes = Math.min(limitBytes, Number(request.headers['content-length'] ?? limitBytes));
    try {
      const mayBeRepeat = key !== undefined && (await this.app.idempotentAnswers.isKnown(keyedBy(principal, route, key)));
      return await uploadAsset(this.app, principal, assetType, {
        ...{ declaredBytes, receive, mayBeRepeat },
        answer: ({ filename, sha256 }, store) => {
          const content = contentOfJson([filename, sha256]);
          return answerRepeatable(
            this.app.idempotentAnswers,
            { principal, reply, key, route, content, mayRead: seesUpload },
            async (creation) => this.list.newBody(await store(creation)),
          );
        },
      });
    } catch (error) {
      await dropBody(request, reply);
      throw error;
    }
  }
}

/** A limited key sees only what it uploaded itself. */
const seesUpload = ({ accountIds, keyId }: Principal, maker: AnswerMaker): boolean => accountIds === null || maker.keyId === keyId;
