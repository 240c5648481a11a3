import { readHistory, readTreeSize, toHistoryItem } from '@pps/audit';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '@pps/identity';
import type { FastifyReply } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { RequireScope, WholeProject } from '../auth/route-access.decorator';
import { HistoryPageDto } from './audit.dto';
import { HistoryExportQuery, HistoryPageQuery } from './audit-query.dto';
import { treeOfScope } from './tree-of-scope';

@ApiTags('audit')
@Controller('v1/audit')
@WholeProject()
export class AuditHistoryController {
  constructor(@Inject(APP) private readonly app: Pick<App, 'db' | 'store' | 'freshness' | 'historyExports'>) {}

  @Get('events')
  @RequireScope('read')
  @ApiOkResponse({ type: HistoryPageDto, description: 'The facts of a history, oldest first.' })
  async events(@CurrentPrincipal() principal: Principal, @Query() query: HistoryPageQuery): Promise<HistoryPageDto> {
    await this.app.freshness.wait('audit_facts', principal);
    const entries = await readHistory(this.app, treeOfScope(principal, query), query.cursor, query.limit + 1);
    const items = entries.slice(0, query.limit).map(toHistoryItem);
    return { items, next_cursor: entries.length > query.limit ? String(query.cursor + query.limit) : null };
  }

  @Get('export')
  @RequireScope('read')
  @ApiOkResponse({
    content: { 'application/x-ndjson': { schema: { type: 'string', format: 'binary' } } },
    description:
      'The whole history as it is now, one item of `GET /v1/audit/events` on each line. An export that broke off goes on with `cursor`; at most two at a time of one organization.',
  })
  async export(@CurrentPrincipal() principal: Principal, @Query() query: HistoryExportQuery, @Res() reply: FastifyReply): Promise<void> {
    await this.app.freshness.wait('audit_facts', principal);
    const treeId = treeOfScope(principal, query);
    const size = await readTreeSize(this.app.db, treeId);
    const lines = this.app.historyExports.begin(principal.organizationId, treeId, { from: query.cursor, size });
    void reply.headers({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="history-${treeId}.ndjson"`,
    });
    await reply.send(lines);
  }
}
