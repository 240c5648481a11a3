import { Body, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ConfirmEmailChange, LinkChecker, type LinkKind, requestOrigin, VerifyEmail } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { FormBody } from '@pps/runtime';
import { textField } from './form-fields';
import type { Page } from './page';
import { askToApprove, changed, notApproved, taken } from './pages/email-change.page';
import { askToVerify, notVerified, verified } from './pages/verify-email.page';
import { pageInstead } from './page-instead';
import { WebPages } from './web-page.decorator';

/** Where links in mails lead that only need a yes. Looking is not using: mail programs follow links before people do. */
@WebPages()
export class MailedLinkPagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly links: LinkChecker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('verify-email')
  verification(@Query() query: unknown): Promise<Page> {
    return this.look('verification', query, askToVerify, notVerified);
  }

  @Post('verify-email')
  @FormBody()
  @HttpCode(200)
  verify(@Body() form: unknown): Promise<Page> {
    return pageInstead({ invalid_token: notVerified }, async () => {
      await this.commands.execute(new VerifyEmail(textField(form, 'token'), this.now(), requestOrigin()));
      return verified();
    });
  }

  @Get('email-change')
  change(@Query() query: unknown): Promise<Page> {
    return this.look('email_change', query, askToApprove, notApproved);
  }

  @Post('email-change')
  @FormBody()
  @HttpCode(200)
  approve(@Body() form: unknown): Promise<Page> {
    const token = textField(form, 'token');
    const conflict = () => askToApprove(token, 'Your account was changed at the same moment. Approve the address once more.');
    return pageInstead({ invalid_token: notApproved, account_exists: taken, conflict }, async () => {
      const { newEmail } = await this.commands.execute(new ConfirmEmailChange(token, this.now(), requestOrigin()));
      return changed(newEmail);
    });
  }

  private look(kind: LinkKind, query: unknown, ask: (token: string) => Page, refused: () => Page): Promise<Page> {
    const token = textField(query, 'token');
    return pageInstead({ invalid_token: refused }, async () => {
      await this.links.requireUsable(kind, token, this.now());
      return ask(token);
    });
  }

  private now(): string {
    return this.clock().toISOString();
  }
}
