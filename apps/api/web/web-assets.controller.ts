import { Controller, Get, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFound } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/route-access.decorator';
import { PageFailureFilter } from './web-page.decorator';
import { webAssets } from './web-assets';

@Controller('app/assets')
@Public()
@ApiExcludeController()
@UseFilters(PageFailureFilter)
export class WebAssetsController {
  /** Pages name them with a version, so a browser asks once. */
  @Get(':file')
  file(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const asset = webAssets.get(file);
    if (!asset) throw new NotFound('File', 'Check the path.');
    void reply.headers({ 'content-type': asset.type, 'cache-control': 'public, max-age=86400' });
    return asset.body;
  }
}
