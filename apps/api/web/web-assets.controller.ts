import { Controller, Get, Headers, Param, Query, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFound } from '@pps/kernel';
import { answerWebAsset, webAssets } from '@pps/web-pages';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { PageFailureFilter } from './web-page.decorator';

@Controller('app/assets')
@Public()
@ApiExcludeController()
@UseFilters(PageFailureFilter)
export class WebAssetsController {
  /** Pages name them with a version, so a browser asks once. */
  @Get(':file')
  file(
    @Param('file') file: string,
    @Query('v') version: unknown,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer | null {
    const asset = webAssets.get(file);
    if (!asset) throw new NotFound('File', 'Check the path.');
    const { status, headers, body } = answerWebAsset(asset, { version, ifNoneMatch });
    void reply.status(status).headers(headers);
    return body;
  }
}
