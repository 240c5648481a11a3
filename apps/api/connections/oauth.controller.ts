import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CompleteConnection, StartConnection, type ConsentStarter } from '@pps/connections';
import { limitedToAccounts, originOfPrincipal, type Principal } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { NotByHead } from '../http/request-parts.decorator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { returningBrowser } from '../browsers/browser-mark';
import { Commands } from '../commands/commands';
import { CurrentPrincipal } from '../auth/principal.decorator';
import { BeyondPrograms, Public, RequireRecentLogin, RequireScope } from '../auth/route-access.decorator';
import { requireOwnAccount } from './own-accounts';
import { callbackConnectedPage, callbackFailedPage, connectPageUrl, wantsPage } from './callback-pages';
import { ConnectedAccountDto, StartedConnectionDto, OAuthCallbackQuery, OAuthStartQuery } from './connections.dto';
import { APP, type App } from '../../foundation/bind-app';

@ApiTags('platform')
@Controller('v1/platform/oauth')
export class OAuthController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Get('start')
  @BeyondPrograms()
  @NotByHead()
  @RequireRecentLogin()
  @RequireScope('write')
  @ApiOperation({ summary: 'Begin to connect or reconnect a platform account' })
  @ApiOkResponse({ type: StartedConnectionDto })
  async start(@CurrentPrincipal() principal: Principal, @Query() query: OAuthStartQuery) {
    const accountId = query.account_id ?? null;
    if (accountId !== null) await requireOwnAccount(this.app, principal, accountId);
    else if (principal.accountIds !== null) throw limitedToAccounts();
    const { projectId, organizationId, environment, epoch, userId } = principal;
    const request = { projectId, organizationId, environment, epoch, userId, accountId, ...starterOf(principal) };
    const started = await this.commands.execute(new StartConnection(request, originOfPrincipal(principal, this.app.clock())));
    const { authorizationUrl, link, state, expiresAt } = started;
    return { authorization_url: authorizationUrl, connect_url: connectPageUrl(this.app.configuration, link), state, expires_at: expiresAt };
  }

  @Get('callback')
  @NotByHead()
  @Public()
  @ApiOperation({ summary: 'Where the platform sends the user back to' })
  @ApiOkResponse({ type: ConnectedAccountDto, description: 'For all who do not accept text/html.' })
  @ApiFoundResponse({ description: 'A browser goes on to the web app, with what came of it in the query.' })
  async callback(@Query() query: OAuthCallbackQuery, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const json = !wantsPage(headers.accept);
    const { browser } = returningBrowser(headers, this.app.configuration.PUBLIC_URL);
    try {
      const { accountId } = await this.commands.execute(new CompleteConnection(query.state, codeOf(query), browser));
      if (json) return { status: 'connected', message: 'The account is connected', account_id: accountId };
      return redirect(reply, callbackConnectedPage(this.app.configuration.APP_URL, accountId));
    } catch (error) {
      const page = json ? null : callbackFailedPage(this.app.configuration.APP_URL, error);
      if (page === null) throw error;
      return redirect(reply, page);
    }
  }
}

function starterOf({ keyId, sessionId, sessionGeneration }: Principal): { readonly starter?: ConsentStarter } {
  if (keyId !== undefined) return { starter: { kind: 'api_key', id: keyId } };
  if (sessionId === undefined || sessionGeneration === undefined) return {};
  return { starter: { kind: 'session', id: sessionId, generation: sessionGeneration } };
}

function codeOf({ code, error }: OAuthCallbackQuery): string | null {
  if (error) return null;
  if (code === undefined || code === null) throw new Invalid([{ loc: ['query', 'code'], msg: 'code is required', type: 'missing' }]);
  return code;
}

function redirect(reply: FastifyReply, location: string): void {
  void reply.status(302).header('location', location);
}
