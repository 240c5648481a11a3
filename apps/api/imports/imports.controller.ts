import { Controller, Get, Header, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import { importOrder, importSort, templateCsv } from '@pps/imports';
import { UuidParam } from '../http/request-parts.decorator';
import { cancelImport, failedRows, findImport, listImportsPage } from '@pps/use-cases';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope } from '../auth/route-access.decorator';
import { listHeaders } from '../lists/page-range.decorator';
import { pageCursorOf, pageCursorText } from '../lists/page-cursor';
import { toImportBody, toListedImportBody } from './import-body';
import { CsvDelimiterDto, ImportDto, ListImportsDto, namedDelimiters } from './import.dto';

const csvType = 'text/csv; charset=utf-8; header=present';
const csvBody = { content: { 'text/csv': { schema: { type: 'string', format: 'binary' } as const } } };

@ApiTags('imports')
@Controller('v1/pins/imports')
export class ImportsController {
  constructor(@Inject(APP) private readonly app: App) {}

  @Get()
  @RequireScope('read')
  @ApiOkResponse({ type: [ImportDto], headers: { ...listHeaders.total, ...listHeaders.next } })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListImportsDto, @Res({ passthrough: true }) reply: FastifyReply) {
    const { source_type: sourceType, ...filter } = query;
    const cursor = pageCursorOf(query, { sort: importSort, types: importOrder.types });
    const { imports, total, next } = await listImportsPage(this.app, principal, { ...filter, sourceType, cursor });
    void reply.header('X-Total-Count', String(total));
    if (next) void reply.header('X-Next-Cursor', pageCursorText(next));
    return imports.map(toListedImportBody);
  }

  @Get('template.csv')
  @RequireScope('read')
  @ApiOkResponse({ ...csvBody, description: 'The header row of an import: every field that a row may have.' })
  @Header('content-type', csvType)
  @Header('content-disposition', 'attachment; filename="pins.csv"')
  template(@Query() { delimiter = 'comma' }: CsvDelimiterDto): string {
    return templateCsv(namedDelimiters[delimiter]);
  }

  @Get(':job_id')
  @RequireScope('read')
  @ApiOkResponse({ type: ImportDto })
  async one(@CurrentPrincipal() principal: Principal, @UuidParam('job_id') jobId: string) {
    return toImportBody(principal, await findImport(this.app, principal, jobId));
  }

  @Get(':job_id/failed.csv')
  @RequireScope('read')
  @ApiOkResponse({
    ...csvBody,
    description: 'The rows that failed, with a column `error`; it may be sent again as it is once they are mended.',
  })
  async failed(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('job_id') jobId: string,
    @Query() { delimiter }: CsvDelimiterDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const csv = await failedRows(this.app, principal, jobId, delimiter && namedDelimiters[delimiter]);
    void reply.headers({ 'content-type': csvType, 'content-disposition': `attachment; filename="failed-${jobId}.csv"` });
    return csv;
  }

  @Post(':job_id/cancel')
  @HttpCode(200)
  @RequireScope('write')
  @ApiOkResponse({ type: ImportDto, description: 'Rows that are left fail with `canceled`; what was created stays.' })
  async cancel(@CurrentPrincipal() principal: Principal, @UuidParam('job_id') jobId: string) {
    return toImportBody(principal, await cancelImport(this.app, principal, jobId));
  }
}
