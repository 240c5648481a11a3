import { Body, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, FormBody, type Configuration } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { SessionBody } from '../auth/session-body';
import { codeOfForm, formText } from './form-fields';
import { enterCodePage } from './pages/second-factor.page';
import { notSignedInPage, signedInPage } from './pages/sign-in.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { signedInView, wayOn } from './signed-in-view';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

/** Where a sign-in with Google ends for who has a second factor. */
@WebPages('/auth/second-factor')
export class SignInCodePageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: SessionBody,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @FormBody()
  @HttpCode(200)
  complete(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const [ticket, next] = [formText(form, 'ticket'), formText(form, 'next')];
    const wrong = () => enterCodePage('auth/second-factor', { ticket, next }, 'The code is wrong, or was used before.');
    return replaceRefusalByPage({ invalid_token: () => notSignedInPage('invalid_token'), invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.clock().toISOString(), requestOrigin());
      const { userId } = await this.commands.execute(redeemed);
      const session = await this.sessions.openDefault(userId, headers['user-agent'], 'both_factors');
      return signedInPage(signedInView(session, false, wayOn(next, this.configuration)));
    });
  }
}
