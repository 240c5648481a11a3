import { Body, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ConfirmEmailChange, type Identity, type LinkKind, requestOrigin, VerifyEmail } from '@pps/identity';
import { FormBody } from '../http/form-body.decorator';
import { Commands } from '../commands/commands';
import { IDENTITY } from '../auth/identity';
import { formText } from './form-fields';
import type { WebPage } from './web-page';
import {
  approveEmailChangePage,
  emailChangedPage,
  emailNotChangedPage,
  emailTakenPage,
  verifyEmailPage,
  emailNotVerifiedPage,
  emailVerifiedPage,
} from './pages/mailed-links.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { WebPages } from './web-page.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';

/** Where links in mails lead that only need a yes. Looking is not using: mail programs follow links before people do. */
@RateLimited('link_uses')
@WebPages()
export class MailedLinkPagesController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock'>,
    private readonly commands: Commands,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'links'>,
  ) {}

  @Get('verify-email')
  verification(@Query() query: unknown): Promise<WebPage> {
    return this.askIfUsable('verification', query, verifyEmailPage, emailNotVerifiedPage);
  }

  @Post('verify-email')
  @FormBody()
  @HttpCode(200)
  verify(@Body() form: unknown): Promise<WebPage> {
    return replaceRefusalByPage({ invalid_token: emailNotVerifiedPage }, async () => {
      await this.commands.execute(new VerifyEmail(formText(form, 'token'), this.now(), requestOrigin()));
      return emailVerifiedPage();
    });
  }

  @Get('email-change')
  change(@Query() query: unknown): Promise<WebPage> {
    return this.askIfUsable('email_change', query, approveEmailChangePage, emailNotChangedPage);
  }

  @Post('email-change')
  @FormBody()
  @HttpCode(200)
  approve(@Body() form: unknown): Promise<WebPage> {
    const token = formText(form, 'token');
    const conflict = () => approveEmailChangePage(token, 'Your account was changed at the same moment. Approve the address once more.');
    return replaceRefusalByPage({ invalid_token: emailNotChangedPage, account_exists: emailTakenPage, conflict }, async () => {
      const { newEmail } = await this.commands.execute(new ConfirmEmailChange(token, this.now(), requestOrigin()));
      return emailChangedPage(newEmail);
    });
  }

  private askIfUsable(kind: LinkKind, query: unknown, ask: (token: string) => WebPage, refused: () => WebPage): Promise<WebPage> {
    const token = formText(query, 'token');
    return replaceRefusalByPage({ invalid_token: refused }, async () => {
      await this.identity.links.requireUsable(kind, token, this.now());
      return ask(token);
    });
  }

  private now(): string {
    return this.app.clock().toISOString();
  }
}
