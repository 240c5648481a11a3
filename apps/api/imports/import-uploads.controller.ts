import { incomingFolder } from '@pps/asset-storage';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { readCsv } from '@pps/imports';
import { BodyLimit, CONFIGURATION, dropBody, FileUpload, receiveFile, type Configuration } from '@pps/runtime';
import { acceptImport, USE_CASE_DEPS, type UseCaseDeps } from '@pps/use-cases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { mostFieldsOfPin } from '../pins/create-pin.dto';
import { decodeCsvRows, decodeJsonRows, mostRows } from './decode-rows';
import { toImportBody } from './import-body';
import { ImportRowDto } from './import-row.dto';
import { ImportDto } from './import.dto';

const mostBytes = 5 * 1024 * 1024;
const form = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('imports')
@Controller('v1/pins/imports')
export class ImportUploadsController {
  constructor(
    @Inject(USE_CASE_DEPS) private readonly deps: UseCaseDeps,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @Post('json')
  @HttpCode(202)
  @BodyLimit(mostBytes, mostRows * mostFieldsOfPin)
  @RequireScope('write')
  @ApiBody({ type: [ImportRowDto], description: '1 to 500 rows, at most 5 MB.' })
  @ApiAcceptedResponse({ type: ImportDto, description: 'Each row becomes a pin or a schedule afterwards, or fails alone.' })
  async json(@CurrentPrincipal() principal: Principal, @Body() body: unknown) {
    const rows = await decodeJsonRows(body);
    return toImportBody(principal, await acceptImport(this.deps, principal, { sourceType: 'json', sourceFilename: null, rows }));
  }

  @Post('csv')
  @HttpCode(202)
  @FileUpload()
  @RequireScope('write')
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiAcceptedResponse({ type: ImportDto, description: 'CSV of 1 to 500 rows, at most 5 MB, whose header row has the names of fields.' })
  async csv(@CurrentPrincipal() principal: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { path, filename } = await this.receive(request, reply);
    try {
      const { delimiter, rows } = await readCsv(createReadStream(path), mostRows);
      const file = { sourceType: 'csv', sourceFilename: filename, delimiter, rows: await decodeCsvRows(rows) } as const;
      return toImportBody(principal, await acceptImport(this.deps, principal, file));
    } finally {
      await rm(path, { force: true });
    }
  }

  private async receive(request: FastifyRequest, reply: FastifyReply) {
    try {
      return await receiveFile(request, reply, { folder: incomingFolder(this.configuration), limitBytes: mostBytes });
    } catch (error) {
      await dropBody(request, reply);
      throw error;
    }
  }
}
