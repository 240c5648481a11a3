import { Controller, Get, Headers, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiTags } from '@nestjs/swagger';
import { CompleteGoogleSignIn, requestOrigin, StartGoogleSignIn, connectorOf, type CompletedSignIn } from '@pps/identity';
import { NotByHead } from '../http/request-parts.decorator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { Public } from '../auth/route-access.decorator';
import { browserMark, markCookie, markHash, returningBrowser } from '../browsers/browser-mark';
import { wantsPage } from '../connections/callback-pages';
import { resumePage } from '../web/question-cookie';
import { RateLimited } from '../limits/rate-limit.guard';
import { GoogleCallbackQuery, GoogleLoginQuery } from './google.dto';
import { APP, type App } from '../../foundation/bind-app';
import { Rejected } from '@pps/kernel';

/** The two routes of a sign-in with Google that answer a browser with a redirect. */
@ApiTags('auth')
@Controller('v1/auth/google')
@Public()
export class SignInRedirectsController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  @Get('login')
  @RateLimited('link_uses')
  @ApiFoundResponse({ description: "To the identity provider's consent page." })
  async login(
    @Query() { next, connector }: GoogleLoginQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { PUBLIC_URL } = this.app.configuration;
    const mark = browserMark(request.headers, PUBLIC_URL);
    const command = new StartGoogleSignIn(next ?? '/app', connector ?? null, markHash(mark), this.app.clock());
    const { authorizationUrl } = await this.commands.execute(command);
    void reply.header('set-cookie', markCookie(mark, PUBLIC_URL));
    redirect(reply, authorizationUrl);
  }

  @Get('callback')
  @NotByHead()
  @RateLimited('link_uses')
  @ApiFoundResponse({ description: 'To the web app, or to the connector that asked, with a token that works once.' })
  async callback(
    @Query() { code, state, error }: GoogleCallbackQuery,
    @Headers('accept') accept: string | undefined,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const presentedState = state ?? '';
    try {
      const consentCode = error || !code ? null : code;
      const command = new CompleteGoogleSignIn(
        presentedState,
        consentCode,
        returningBrowser(headers, this.app.configuration.PUBLIC_URL),
        this.app.clock().toISOString(),
        requestOrigin(),
      );
      redirect(reply, placeAfterSignIn(this.app, await this.commands.execute(command)));
    } catch (failure) {
      const page = isProgram(accept) ? null : placeAfterRefusal(this.app, presentedState, failure);
      if (page === null) throw failure;
      redirect(reply, page);
    }
  }
}

/** Programs that name JSON, and no page beside it, are told of a failure as such. */
const isProgram = (accept = ''): boolean => /application\/(problem\+)?json/i.test(accept) && !wantsPage(accept);

function redirect(reply: FastifyReply, location: string): void {
  void reply.status(302).header('location', location);
}

/** Where the browser goes on after Google: the connector that asked for the sign-in, or the web app. */
function placeAfterSignIn(app: Pick<App, 'keys' | 'configuration'>, { token, next, connector }: CompletedSignIn): string {
  return connectorPage(app, connector, { token }) ?? appPage(app, { token, next });
}

/** Null for a failure that is not the person's to know. */
function placeAfterRefusal(app: Pick<App, 'keys' | 'configuration'>, state: string, failure: unknown): string | null {
  if (!(failure instanceof Rejected)) return null;
  const error = { error: failure.code };
  return connectorPage(app, connectorOf(state, app.keys.API_KEY_HASH_KEY), error) ?? appPage(app, error);
}

function connectorPage(
  app: Pick<App, 'keys' | 'configuration'>,
  request: string | null,
  query: Readonly<Record<string, string>>,
): string | null {
  if (request === null) return null;
  const { CONNECTOR_URL } = app.configuration;
  return CONNECTOR_URL === undefined
    ? withQuery(resumePage(app.configuration, request), query)
    : withQuery(CONNECTOR_URL, { request, ...query });
}

function appPage(app: Pick<App, 'keys' | 'configuration'>, query: Readonly<Record<string, string>>): string {
  return withQuery(`${app.configuration.APP_URL}/auth/complete`, query);
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
}
