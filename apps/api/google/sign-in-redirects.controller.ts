import { Controller, Get, Headers, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiTags } from '@nestjs/swagger';
import { CompleteGoogleSignIn, requestOrigin, StartGoogleSignIn } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { NotByHead } from '../http/request-parts.decorator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { Public } from '../auth/route-access.decorator';
import { browserMark, markCookie, markHash, returningBrowser } from '../browsers/browser-mark';
import { wantsPage } from '../connections/callback-pages';
import { RateLimited } from '../limits/rate-limited.decorator';
import { GoogleCallbackQuery, GoogleLoginQuery } from './google.dto';
import { SignInPages } from './sign-in-pages';

/** The two routes of a sign-in with Google that answer a browser with a redirect. */
@ApiTags('auth')
@Controller('v1/auth/google')
@Public()
export class SignInRedirectsController {
  constructor(
    private readonly commands: Commands,
    private readonly pages: SignInPages,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('login')
  @RateLimited('link_uses')
  @ApiFoundResponse({ description: "To the identity provider's consent page." })
  async login(
    @Query() { next, connector }: GoogleLoginQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { PUBLIC_URL } = this.configuration;
    const mark = browserMark(request.headers, PUBLIC_URL);
    const command = new StartGoogleSignIn(next ?? '/app', connector ?? null, markHash(mark), this.clock());
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
        returningBrowser(headers, this.configuration.PUBLIC_URL),
        this.clock().toISOString(),
        requestOrigin(),
      );
      redirect(reply, this.pages.signedIn(await this.commands.execute(command)));
    } catch (failure) {
      const page = isProgram(accept) ? null : this.pages.notSignedIn(presentedState, failure);
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
