import { Get, Inject, Query, Req, Res } from '@nestjs/common';
import { openConnectionLink, type Connecting } from '@pps/connections';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionBody } from '../auth/session-body';
import { browserMark, markCookie, markHash } from '../browsers/browser-mark';
import { CONNECTING } from '../connections/connecting';
import { RateLimited } from '../limits/rate-limit.guard';
import { formText } from './form-fields';
import { connectAccountPage, accountNotConnectedPage } from './pages/connections.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

/** Where `connect_url` leads: whoever is asked to connect an account learns for whom before the platform asks. */
@RateLimited('link_uses')
@WebPages('/connect')
export class ConnectPageController {
  constructor(
    @Inject(CONNECTING) private readonly connecting: Connecting,
    private readonly sessions: SessionBody,
  ) {}

  @Get()
  open(@Query() query: unknown, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<WebPage> {
    return replaceRefusalByPage({ invalid_state: () => accountNotConnectedPage('invalid_state') }, async () => {
      const { PUBLIC_URL } = this.connecting.configuration;
      const mark = browserMark(headers, PUBLIC_URL);
      const { request, authorizationUrl } = await openConnectionLink(this.connecting, formText(query, 'request'), markHash(mark));
      const { userId, projectId, accountId, environment } = request;
      const { user, organization } = await this.sessions.sessionBody({ userId, projectId, asOf: await this.connecting.live.head() });
      void reply.header('set-cookie', markCookie(mark, PUBLIC_URL));
      return connectAccountPage({
        workspace: organization.name,
        name: user.full_name,
        email: user.email,
        isSandbox: environment === 'sandbox',
        isReconnect: accountId !== null,
        wayOn: authorizationUrl,
      });
    });
  }
}
