import { ApiProperty, ApiAcceptedResponse, ApiOkResponse, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { archiveKey, type ByteRange } from '@pps/asset-storage';
import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { UuidParam } from '../http/request-parts.decorator';
import { recordExportDownload, RequestAccountExport } from '@pps/workspaces';
import { findArchive, findExportGeneration } from '@pps/use-cases';
import { accountExportStatus, accountExportStream, type AccountExport } from '@pps/workspaces/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../assets/send-file';
import { isLoginRecent, CurrentPrincipal } from '../auth/principal.decorator';
import { Commands } from '../commands/commands';
import { Public, RequireRecentLogin, SessionOnly } from '../auth/route-access.decorator';
import { ExportLinks } from './export-links';
import { APP, type App } from '../../foundation/bind-app';

const moment = { type: String, format: 'date-time', nullable: true } as const;

class AccountExportDto {
  @ApiProperty({ format: 'uuid', description: 'The export.' })
  readonly export_id: string;

  @ApiProperty({
    enum: ['preparing', 'ready', 'expired', 'failed'],
    description: '`preparing` while the archive is made, `ready` while it can be downloaded.',
  })
  readonly status: 'preparing' | 'ready' | 'expired' | 'failed';

  @ApiProperty({ format: 'date-time', description: 'When it was asked for.' })
  readonly requested_at: string;

  @ApiProperty({ ...moment, description: 'Since when it can be downloaded.' })
  readonly ready_at: string | null;

  @ApiProperty({ ...moment, description: 'Until when; then it is deleted.' })
  readonly expires_at: string | null;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'Size of the archive.' })
  readonly size_bytes: number | null;

  @ApiProperty({ type: String, nullable: true, pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the archive.' })
  readonly sha256: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How many files are in it.' })
  readonly file_count: number | null;

  @ApiProperty({ type: 'integer', description: 'How often its download was begun; counted up to 20.' })
  readonly download_count: number;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description:
      'Works without a credential until it expires: whoever has it reads everything. Null before the archive is ready, and for a session whose sign-in is older than asking needs.',
  })
  readonly download_url: string | null;
}

@ApiTags('auth')
@Controller('v1/auth/account/export')
export class AccountExportController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'live' | 'configuration' | 'clock' | 'archives' | 'streams'>,
    private readonly commands: Commands,
    private readonly links: ExportLinks,
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
    const sessionGeneration = await findExportGeneration(this.app.live, caller);
    const { latest } = await this.commands.execute(
      new RequestAccountExport(
        { ...caller, sessionGeneration },
        this.app.configuration.ACCOUNT_EXPORTS_PER_DAY,
        originOfPrincipal(caller, this.app.clock()),
      ),
    );
    return this.bodyOf(latest, caller, sessionGeneration);
  }

  @Get()
  @SessionOnly()
  @ApiOkResponse({ type: AccountExportDto, description: 'The export that was asked for last.' })
  async latest(@CurrentPrincipal() caller: Principal): Promise<AccountExportDto> {
    const { state } = await this.app.live.get(accountExportStream, caller.organizationId, caller.asOf);
    return this.bodyOf(state.latest, caller, await findExportGeneration(this.app.live, caller));
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
    const archive = organizationId && (await findArchive(this.app.live, exportId, organizationId, this.app.clock()));
    if (!archive) throw new NotFound('Export', 'Use the whole link of the mail before it ends, or ask for a new export.');
    const { fileId, sizeBytes, sha256, readyAt } = archive;
    void reply.headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="pin-publishing-export-${readyAt.slice(0, 10)}.zip"`,
      'referrer-policy': 'no-referrer',
    });
    const open = async (range?: ByteRange) => {
      const bytes = await this.app.archives.open(archiveKey(fileId), range);
      // Whatever part of it: the whole but for a byte is as good as the whole.
      if (bytes && request.method !== 'HEAD') await this.recordDownload(exportId, organizationId);
      return bytes;
    };
    await sendFile({ name: 'Export', sizeBytes, contentType: 'application/zip', sha256, open }, request, reply);
  }

  private async recordDownload(exportId: string, organizationId: string): Promise<void> {
    const at = this.app.clock().toISOString();
    const origin = { organizationId, actor: { type: 'user' as const }, occurredAt: at };
    await this.app.streams.decide(accountExportStream, organizationId, origin, (state) => recordExportDownload(exportId, at, state));
  }

  private bodyOf(latest: AccountExport | null, caller: Principal, generation: number): AccountExportDto {
    if (!latest) throw new NotFound('Export', 'Ask for one with POST /v1/auth/account/export.');
    const { exportId, requestedAt, archive, downloads } = latest;
    const now = this.app.clock();
    const status = accountExportStatus(latest, now.toISOString(), generation);
    const mayDownload = status === 'ready' && isLoginRecent(caller, this.app.configuration, now);
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
      download_url: archive && mayDownload ? this.links.linkTo(latest, archive.expiresAt) : null,
    };
  }
}
