import { incomingFolder } from '@pps/asset-storage';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { readCsv } from '@pps/imports';
import { BodyLimit } from '../http/route-setting.decorator';
import { dropBody, receiveFile } from '../http/receive-file';
import { FileUpload } from '../http/form-body.decorator';
import { acceptImport, type ImportFile } from '@pps/use-cases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { answerRepeatable, type RepeatableRequest } from '../idempotency/answer-repeatable';
import { contentOfJson } from '../idempotency/content-of-json';
import { IdempotencyKey, answeredForADay, TakesIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { mostFieldsOfPin } from '../pins/create-pin.dto';
import { contentOfJsonRows, decodeCsvRows, decodeJsonRows, mostRows, ImportRowDto } from './decode-rows';
import { toImportBody } from './import-body';
import { ImportDto } from './import.dto';

const mostBytes = 5 * 1024 * 1024;
const form = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };

@ApiTags('imports')
@Controller('v1/pins/imports')
export class ImportUploadsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Post('json')
  @HttpCode(202)
  @BodyLimit(mostBytes, mostRows * mostFieldsOfPin)
  @RequireScope('write')
  @TakesIdempotencyKey(answeredForADay)
  @ApiBody({
    schema: { type: 'array', minItems: 1, maxItems: mostRows, items: { $ref: getSchemaPath(ImportRowDto) } },
    description: `1 to ${mostRows} rows, at most 5 MB.`,
  })
  @ApiExtraModels(ImportRowDto)
  @ApiAcceptedResponse({ type: ImportDto, description: 'Each row becomes a pin or a schedule afterwards, or fails alone.' })
  async json(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @IdempotencyKey() key: string | undefined,
    @Req() { rawBody }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const rows = await decodeJsonRows(body, rawBody);
    const content = key === undefined ? '' : await contentOfJsonRows(body, rows);
    const file = { sourceType: 'json', sourceFilename: null, rows } as const;
    return this.accept({ principal, reply, key, content, route: 'POST /v1/pins/imports/json' }, file);
  }

  @Post('csv')
  @HttpCode(202)
  @FileUpload()
  @RequireScope('write')
  @TakesIdempotencyKey(`${answeredForADay} The content is the file with its name.`)
  @ApiConsumes('multipart/form-data')
  @ApiBody(form)
  @ApiAcceptedResponse({ type: ImportDto, description: 'CSV of 1 to 500 rows, at most 5 MB, whose header row has the names of fields.' })
  async csv(
    @CurrentPrincipal() principal: Principal,
    @IdempotencyKey() key: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { path, filename, sha256 } = await this.receive(request, reply);
    try {
      const { delimiter, rows } = await readCsv(createReadStream(path), mostRows);
      const file = { sourceType: 'csv', sourceFilename: filename, delimiter, rows: await decodeCsvRows(rows) } as const;
      const content = contentOfJson([filename, sha256]);
      return await this.accept({ principal, reply, key, content, route: 'POST /v1/pins/imports/csv' }, file);
    } finally {
      await rm(path, { force: true });
    }
  }

  private accept(request: RepeatableRequest, file: ImportFile) {
    const { principal } = request;
    return answerRepeatable(this.app.idempotentAnswers, request, async (creation) =>
      toImportBody(principal, await acceptImport(this.app, principal, file, creation)),
    );
  }

  private async receive(request: FastifyRequest, reply: FastifyReply) {
    try {
      return await receiveFile(request, reply, { folder: incomingFolder(this.app.configuration), limitBytes: mostBytes });
    } catch (error) {
      await dropBody(request, reply);
      throw error;
    }
  }
}
