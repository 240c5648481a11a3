import { Body, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { LogIn, RedeemSignInTicket, redirectTarget, requestOrigin } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { clientSiteOf } from '@pps/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { SessionBody } from '../auth/session-body';
import { browserMark, markCookie, markHash, returningBrowser } from '../browsers/browser-mark';
import { Commands } from '../commands/commands';
import { FormBody } from '../http/form-body.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { codeOfForm, formText } from './form-fields';
import { questionCookie } from './question-cookie';
import {
  authorizeAnsweredBeforePage,
  authorizeAnsweredPage,
  authorizeGonePage,
  authorizeLimitedPage,
  authorizeRefusedPage,
  authorizeSignInPage,
} from './pages/authorize.page';
import { enterCodePage } from './pages/second-factor.page';
import { ProgramConsents } from './program-consents';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPagesAt } from './web-page.decorator';

const secondFactorForm = '../oauth/authorize/second-factor';

/** Where a program sends a browser: its person signs in, and says what the program may do. Opening it does nothing, however often. */
@RateLimited('link_uses')
@WebPagesAt('oauth/authorize')
export class AuthorizePageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly consents: ProgramConsents,
  ) {}

  @Get()
  async open(
    @Query() query: unknown,
    @Req() { headers, ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebPage> {
    const { PUBLIC_URL } = this.app.configuration;
    const mark = browserMark(headers, PUBLIC_URL);
    const read = await this.consents.read(query, { browser: markHash(mark), site: clientSiteOf(ip) });
    if ('problem' in read) {
      const { problem, back } = read;
      return authorizeRefusedPage(problem, back && { href: back.href, place: redirectTarget(back.redirectUri) });
    }
    const view = this.consents.viewOf(read.request);
    void reply.header('set-cookie', markCookie(mark, PUBLIC_URL));
    if (view.google !== null) void reply.header('set-cookie', questionCookie(view.request, this.app.configuration));
    return authorizeSignInPage(view);
  }

  @Post()
  @FormBody()
  @HttpCode(200)
  prove(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    return answering(async () => {
      const question = this.consents.questionOf(formText(form, 'request'), this.browserOf(headers));
      const [email, password] = [formText(form, 'email').slice(0, 254), formText(form, 'password')];
      const wrong = () => authorizeSignInPage(this.consents.viewOf(question), email, 'The e-mail address or the password is wrong.');
      return replaceRefusalByPage({ invalid_credentials: wrong }, async () => {
        const user = await this.commands.execute(new LogIn(email, password, ip));
        try {
          return await this.consents.offer(await this.sessions.openDefault(user, 'password', headers['user-agent']), question);
        } catch (error) {
          const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
          if (typeof ticket !== 'string') throw error;
          return enterCodePage(secondFactorForm, { ticket, request: formText(form, 'request') });
        }
      });
    });
  }

  @Post('second-factor')
  @FormBody()
  @HttpCode(200)
  enterCode(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    return answering(async () => {
      const request = this.consents.questionOf(formText(form, 'request'), this.browserOf(headers));
      const fields = { ticket: formText(form, 'ticket'), request: formText(form, 'request') };
      const wrong = () => enterCodePage(secondFactorForm, fields, 'The code is wrong, or was used before.');
      return replaceRefusalByPage({ invalid_credentials: wrong }, async () => {
        const redeemed = new RedeemSignInTicket(fields.ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
        const user = await this.commands.execute(redeemed);
        return this.consents.offer(await this.sessions.openDefault(user, 'both_factors', headers['user-agent']), request);
      });
    });
  }

  @Post('answer')
  @FormBody()
  @HttpCode(200)
  answer(@Body() form: unknown, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<WebPage> {
    return answering(async () => {
      const answered = await this.consents.answer(form, this.browserOf(headers));
      if (!('location' in answered)) return answered;
      void reply.header('location', answered.location);
      return authorizeAnsweredPage(answered.location);
    });
  }

  private browserOf(headers: FastifyRequest['headers']): string | null {
    return returningBrowser(headers, this.app.configuration.PUBLIC_URL).browser;
  }
}

const answering = (make: () => Promise<WebPage>): Promise<WebPage> =>
  replaceRefusalByPage(
    { invalid_token: authorizeGonePage, rate_limited: authorizeLimitedPage, conflict: authorizeAnsweredBeforePage },
    make,
  );
