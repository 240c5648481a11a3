import { Body, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { RequestPasswordReset, requestOrigin, type Identity } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { FormBody } from '../http/form-body.decorator';
import { resetForgottenPassword } from '@pps/use-cases';
import { APP, type App } from '../../foundation/bind-app';
import { Commands } from '../commands/commands';
import { IDENTITY } from '../auth/identity';
import { ForgotPasswordDto, ResetPasswordDto } from '../auth/password.dto';
import { formFields, formText } from './form-fields';
import type { WebPage } from './web-page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { forgotPasswordPage, resetLinkSentPage, resetPasswordPage, passwordNotResetPage, passwordResetPage } from './pages/passwords.page';
import { WebPages } from './web-page.decorator';
import { RateLimited } from '../limits/rate-limit.guard';

@WebPages()
export class PasswordPagesController {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
    @Inject(IDENTITY) private readonly identity: Identity,
  ) {}

  @Get('forgot-password')
  forgotten(): WebPage {
    return forgotPasswordPage();
  }

  @Post('forgot-password')
  @RateLimited('mails')
  @FormBody()
  @HttpCode(200)
  async sendLink(@Body() form: unknown): Promise<WebPage> {
    try {
      const { email } = await formFields(ForgotPasswordDto, form);
      await this.commands.execute(new RequestPasswordReset(email));
      return resetLinkSentPage();
    } catch (error) {
      if (error instanceof Invalid) return forgotPasswordPage(formText(form, 'email'));
      throw error;
    }
  }

  @Get('reset-password')
  @RateLimited('link_uses')
  choice(@Query() query: unknown): Promise<WebPage> {
    const token = formText(query, 'token');
    return replaceRefusalByPage({ invalid_token: passwordNotResetPage }, async () => {
      await this.identity.links.requireUsable('password_reset', token, this.now());
      return resetPasswordPage(token);
    });
  }

  @Post('reset-password')
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  reset(@Body() form: unknown): Promise<WebPage> {
    const token = formText(form, 'token');
    return replaceRefusalByPage({ invalid_token: passwordNotResetPage }, async () => {
      await this.identity.links.requireUsable('password_reset', token, this.now());
      try {
        const { password } = await formFields(ResetPasswordDto, form);
        const chosen = { token, password, at: this.now(), requestOrigin: requestOrigin() };
        await resetForgottenPassword({ ...this.app, ...this.identity }, chosen);
        return passwordResetPage();
      } catch (error) {
        if (error instanceof Invalid) return resetPasswordPage(token, problemOf(error));
        throw error;
      }
    });
  }

  private now(): string {
    return this.app.clock().toISOString();
  }
}

function problemOf({ errors }: Invalid): string {
  const types = errors.map(({ type }) => type);
  if (types.includes('not_the_email')) return 'The password must not be your e-mail address. Choose another one.';
  if (types.includes('not_common')) return 'The password is one of the most used ones. Choose another one.';
  return 'The password needs 8 to 255 characters. Choose another one.';
}
