import { Body, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RedeemHandoff, requestOrigin } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, FormBody, type Configuration } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { SessionBody } from '../auth/session-body';
import { returningBrowser } from '../browsers/browser-mark';
import { isPath } from '../google/google.dto';
import { formText } from './form-fields';
import type { WebPage } from './web-page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { completeSignInPage, notSignedInPage, signedInPage } from './pages/sign-in.page';
import { WebPages } from './web-page.decorator';
import { webRoot } from './web-root';
import { RateLimited } from '../limits/rate-limited.decorator';

/** Where a sign-in with Google ends: the handoff becomes a session. */
@WebPages('/auth/complete')
export class SignInPageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: SessionBody,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  arrive(@Query() query: unknown): WebPage {
    const token = formText(query, 'token');
    const error = formText(query, 'error');
    return token === '' || error !== '' ? notSignedInPage(error) : completeSignInPage(token, formText(query, 'next'));
  }

  @Post()
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  complete(@Body() form: unknown, @Req() { headers }: FastifyRequest): Promise<WebPage> {
    return replaceRefusalByPage({ invalid_token: () => notSignedInPage('invalid_token') }, async () => {
      const from = returningBrowser(headers, this.configuration.PUBLIC_URL);
      const redeemed = new RedeemHandoff(formText(form, 'token'), from, this.clock().toISOString(), requestOrigin());
      const { userId, isNewUser } = await this.commands.execute(redeemed);
      const { user, organization, access_token, expires_in } = await this.sessions.openDefault(userId, headers['user-agent']);
      return signedInPage({
        name: user.full_name,
        email: user.email,
        workspace: organization.name,
        isNew: isNewUser,
        accessToken: access_token,
        seconds: expires_in,
        next: this.wayOn(formText(form, 'next')),
      });
    });
  }

  /** The address may have been tampered with since Google was asked, so it is looked at once more. */
  private wayOn(next: string): string | null {
    return isPath(next) && next !== webRoot(this.configuration) ? next : null;
  }
}
