import { Body, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { LogIn, RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { SessionBody } from '../auth/session-body';
import { Commands } from '../commands/commands';
import { FormBody } from '../http/form-body.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { codeOfForm, formText } from './form-fields';
import { GrantChanges } from './grant-changes';
import { authorizeLimitedPage } from './pages/authorize.page';
import { grantGonePage, grantSignInPage } from './pages/grant.page';
import { enterCodePage } from './pages/second-factor.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

/** Where a program's person widens or narrows what it may do, without another sign-in of the program. Opening it does nothing. */
@RateLimited('link_uses')
@WebPages('/grant')
export class GrantPageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly grants: GrantChanges,
  ) {}

  @Get()
  open(@Query() query: unknown): WebPage {
    return grantSignInPage(formText(query, 'id').slice(0, 64));
  }

  @Post()
  @FormBody()
  @HttpCode(200)
  prove(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const [id, email] = [formText(form, 'id').slice(0, 64), formText(form, 'email').slice(0, 254)];
    const wrong = () => grantSignInPage(id, email, 'The e-mail address or the password is wrong.');
    return answering({ invalid_credentials: wrong }, async () => {
      const user = await this.commands.execute(new LogIn(email, formText(form, 'password'), ip));
      try {
        return await this.grants.offer(await this.sessions.openDefault(user, 'password', headers['user-agent']), id);
      } catch (error) {
        const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof ticket !== 'string') throw error;
        return enterCodePage('grant/second-factor', { ticket, id });
      }
    });
  }

  @Post('second-factor')
  @FormBody()
  @HttpCode(200)
  enterCode(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const [ticket, id] = [formText(form, 'ticket'), formText(form, 'id').slice(0, 64)];
    const wrong = () => enterCodePage('grant/second-factor', { ticket, id }, 'The code is wrong, or was used before.');
    return answering({ invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const user = await this.commands.execute(redeemed);
      return this.grants.offer(await this.sessions.openDefault(user, 'both_factors', headers['user-agent']), id);
    });
  }

  @Post('answer')
  @FormBody()
  @HttpCode(200)
  answer(@Body() form: unknown): Promise<WebPage> {
    return answering({}, () => this.grants.answer(form));
  }
}

const answering = (others: Readonly<Record<string, () => WebPage>>, make: () => Promise<WebPage>): Promise<WebPage> =>
  replaceRefusalByPage({ invalid_token: grantGonePage, conflict: grantGonePage, rate_limited: authorizeLimitedPage, ...others }, () =>
    make().catch((error: unknown) => {
      if (error instanceof NotFound) return grantGonePage();
      throw error;
    }),
  );
