import { Body, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { LogIn, readUserCode, RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { SessionBody } from '../auth/session-body';
import { Commands } from '../commands/commands';
import { FormBody } from '../http/form-body.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { DeviceConsents, googleSignInForDevice } from './device-consents';
import { codeOfForm, formText } from './form-fields';
import { deviceAnsweredBeforePage, deviceCodePage, deviceGonePage, deviceLimitedPage, deviceSignInPage } from './pages/device.page';
import { enterCodePage } from './pages/second-factor.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

const noCode = 'A code has eight letters, as in BCDF-GHJK.';

/** Signing in a terminal in the browser: the code is compared, the person signs in, and says what the terminal's key may do. */
@RateLimited('link_uses')
@WebPages('/device')
export class DevicePageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly consents: DeviceConsents,
  ) {}

  /** Looks nothing up: whether a terminal waits with the code is told to who has signed in. */
  @Get()
  open(@Query() query: unknown): WebPage {
    const given = formText(query, 'user_code');
    const userCode = readUserCode(given);
    if (userCode === null) return deviceCodePage(given === '' ? undefined : noCode);
    return deviceSignInPage(this.viewOf(userCode));
  }

  @Post()
  @FormBody()
  @HttpCode(200)
  async prove(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const userCode = readUserCode(formText(form, 'user_code'));
    if (userCode === null) return deviceCodePage(noCode);
    const [email, password] = [formText(form, 'email').slice(0, 254), formText(form, 'password')];
    const wrong = () => deviceSignInPage(this.viewOf(userCode), email, 'The e-mail address or the password is wrong.');
    return answering({ invalid_credentials: wrong }, async () => {
      const user = await this.commands.execute(new LogIn(email, password, ip));
      try {
        return await this.consents.offer(await this.sessions.openDefault(user, 'password', headers['user-agent']), userCode);
      } catch (error) {
        const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof ticket !== 'string') throw error;
        return enterCodePage('device/second-factor', { ticket, user_code: userCode });
      }
    });
  }

  @Post('second-factor')
  @FormBody()
  @HttpCode(200)
  async enterCode(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const userCode = readUserCode(formText(form, 'user_code'));
    if (userCode === null) return deviceCodePage(noCode);
    const ticket = formText(form, 'ticket');
    const fields = { ticket, user_code: userCode };
    const wrong = () => enterCodePage('device/second-factor', fields, 'The code is wrong, or was used before.');
    return answering({ invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const user = await this.commands.execute(redeemed);
      return this.consents.offer(await this.sessions.openDefault(user, 'both_factors', headers['user-agent']), userCode);
    });
  }

  @Post('answer')
  @FormBody()
  @HttpCode(200)
  answer(@Body() form: unknown): Promise<WebPage> {
    return answering({ conflict: deviceAnsweredBeforePage }, () => this.consents.answer(form));
  }

  private viewOf(userCode: string) {
    return { userCode, google: googleSignInForDevice(this.app.configuration, userCode) };
  }
}

const answering = (others: Readonly<Record<string, () => WebPage>>, make: () => Promise<WebPage>): Promise<WebPage> =>
  replaceRefusalByPage({ invalid_token: deviceGonePage, rate_limited: deviceLimitedPage, ...others }, make);
