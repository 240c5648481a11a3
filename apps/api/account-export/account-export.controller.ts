import { ARCHIVE_STORAGE, archiveKey, type AssetStorage, type ByteRange } from '@pps/asset-storage';
import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Streams, LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { CLOCK, NotFound, type Clock } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { UuidParam } from '../http/request-parts.decorator';
import { recordExportDownload, RequestAccountExport } from '@pps/workspaces';
import { findArchive, findExportGeneration } from '@pps/use-cases';
import { accountExportStatus, accountExportStream, type AccountExport } from '@pps/workspaces/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../assets/send-file';
import { isLoginRecent } from '../auth/is-login-recent';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { Public, RequireRecentLogin, SessionOnly } from '../auth/route-access.decorator';
import { AccountExportDto } from './account-export.dto';
import { ExportLinks } from './export-links';

@ApiTags('auth')
@Controller('v1/auth/account/export')
export class AccountExportController {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly live: LiveStates,
    private readonly links: ExportLinks,
    @Inject(ARCHIVE_STORAGE) private readonly archives: AssetStorage,
    @Inject(CONFIGURATION) private readonly settings: Pick<Configuration, 'ACCOUNT_EXPORTS_PER_DAY' | 'RECENT_LOGIN'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @SessionOnly()
  @RequireRecentLogin()
  @HttpCode(202)
  @ApiAcceptedResponse({
    type: AccountExportDto,
    description:
      'It is made in the background, and a mail tells when it is ready. A repeat while it is made gives the same one; a later one replaces it.',
  })
  async request(@CurrentPrincipal() caller: Principal): Promise<AccountExportDto> {
    const sessionGeneration = await findExportGeneration(this.live, caller);
    const { latest } = await this.commands.execute(
      new RequestAccountExport(
        { ...caller, sessionGeneration },
        this.settings.ACCOUNT_EXPORTS_PER_DAY,
        originOfPrincipal(caller, this.clock()),
      ),
    );
    return this.bodyOf(latest, caller, sessionGeneration);
  }

  @Get()
  @SessionOnly()
  @ApiOkResponse({ type: AccountExportDto, description: 'The export that was asked for last.' })
  async latest(@CurrentPrincipal() caller: Principal): Promise<AccountExportDto> {
    const { state } = await this.live.get(accountExportStream, caller.organizationId, caller.asOf);
    return this.bodyOf(state.latest, caller, await findExportGeneration(this.live, caller));
  }

  @Get(':export_id/archive')
  @Public()
  @ApiQuery({ name: 'organization_id', schema: { type: 'string', format: 'uuid' }, description: 'Whose archive it is.' })
  @ApiQuery({ name: 'expires', schema: { type: 'integer', format: 'int64' }, description: 'When the link ends, in seconds since 1970.' })
  @ApiQuery({ name: 'signature', schema: { type: 'string' }, description: 'That the link is ours.' })
  @ApiProduces('application/zip')
  @ApiOkResponse({ content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } }, description: 'The archive, a ZIP.' })
  async download(
    @UuidParam('export_id') exportId: string,
    @Query() query: Readonly<Record<string, unknown>>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const organizationId = this.links.organizationOf(exportId, query);
    const archive = organizationId && (await findArchive(this.live, exportId, organizationId, this.clock()));
    if (!archive) throw new NotFound('Export', 'Use the whole link of the mail before it ends, or ask for a new export.');
    const { fileId, sizeBytes, sha256, readyAt } = archive;
    void reply.headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="pin-publishing-export-${readyAt.slice(0, 10)}.zip"`,
      'referrer-policy': 'no-referrer',
    });
    const open = async (range?: ByteRange) => {
      const bytes = await this.archives.open(archiveKey(fileId), range);
      // Whatever part of it: the whole but for a byte is as good as the whole.
      if (bytes && request.method !== 'HEAD') await this.recordDownload(exportId, organizationId);
      return bytes;
    };
    await sendFile({ name: 'Export', sizeBytes, contentType: 'application/zip', sha256, open }, request, reply);
  }

  private async recordDownload(exportId: string, organizationId: string): Promise<void> {
    const at = this.clock().toISOString();
    const origin = { organizationId, actor: { type: 'user' as const }, occurredAt: at };
    await this.streams.decide(accountExportStream, organizationId, origin, (state) => recordExportDownload(exportId, at, state));
  }

  private bodyOf(latest: AccountExport | null, caller: Principal, generation: number): AccountExportDto {
    if (!latest) throw new NotFound('Export', 'Ask for one with POST /v1/auth/account/export.');
    const { exportId, requestedAt, archive, downloads } = latest;
    const now = this.clock();
    const status = accountExportStatus(latest, now.toISOString(), generation);
    const mayDownload = status === 'ready' && isLoginRecent(caller, this.settings, now);
    return {
      export_id: exportId,
      status,
      requested_at: requestedAt,
      ready_at: archive?.readyAt ?? null,
      expires_at: archive?.expiresAt ?? null,
      size_bytes: archive?.sizeBytes ?? null,
      sha256: archive?.sha256 ?? null,
      file_count: archive?.fileCount ?? null,
      download_count: downloads,
      download_url: archive && mayDownload ? this.links.to(latest, archive.expiresAt) : null,
    };
  }
}
