import { Body, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import {
  ConfirmSecondFactor,
  DisableSecondFactor,
  LogIn,
  RedeemSignInTicket,
  ReplaceRecoveryCodes,
  requestOrigin,
  type Identity,
  StartSecondFactorSetup,
} from '@pps/identity';
import { activeSecondFactor, secondFactorStream, userStream } from '@pps/identity/events';
import { Invalid, Rejected } from '@pps/kernel';
import { FormBody } from '../http/form-body.decorator';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { IDENTITY } from '../auth/identity';
import { codeOfForm, formText } from './form-fields';
import {
  enterCodePage,
  manageSecondFactorPage,
  recoveryCodesPage,
  secondFactorOffPage,
  secondFactorPage,
  secondFactorRefusedPage,
  setUpPage,
} from './pages/second-factor.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { WebPages } from './web-page.decorator';
import type { WebPage } from './web-page';
import { APP, type App } from '../../foundation/bind-app';

/** Setting the second factor up, and changing it. What was proven is carried from form to form by a ticket that is good for nothing else. */
@WebPages('/second-factor')
export class SecondFactorPageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'live' | 'clock'>,
    private readonly commands: Commands,
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'secondFactorTickets'>,
  ) {}

  @Get()
  signIn(): WebPage {
    return secondFactorPage();
  }

  @Post()
  @FormBody()
  @HttpCode(200)
  prove(@Body() form: unknown, @Req() { ip }: FastifyRequest): Promise<WebPage> {
    const [email, password] = [formText(form, 'email'), formText(form, 'password')];
    const wrong = () => secondFactorPage(email.slice(0, 254), 'The e-mail address or the password is wrong.');
    return answering({ invalid_credentials: wrong }, async () => {
      const user = await this.commands.execute(new LogIn(email.slice(0, 254), password, ip));
      const { userId, sessionGeneration } = user;
      if (!activeSecondFactor(user, (await this.app.live.get(secondFactorStream, userId)).state))
        return this.begin(userId, sessionGeneration);
      return enterCodePage('second-factor/enter', {
        ticket: this.identity.secondFactorTickets.issue('sign_in', userId, sessionGeneration, this.app.clock()).ticket,
      });
    });
  }

  @Post('enter')
  @FormBody()
  @HttpCode(200)
  enter(@Body() form: unknown, @Req() { ip }: FastifyRequest): Promise<WebPage> {
    const ticket = formText(form, 'ticket');
    const wrong = () => enterCodePage('second-factor/enter', { ticket }, 'The code is wrong, or was used before.');
    return answering({ invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const { userId, sessionGeneration } = await this.commands.execute(redeemed);
      return this.manage(userId, sessionGeneration);
    });
  }

  @Post('confirm')
  @FormBody()
  @HttpCode(200)
  confirm(@Body() form: unknown): Promise<WebPage> {
    return answering({}, async () => {
      const { userId, origin } = await this.holderOf(form);
      try {
        return recoveryCodesPage(await this.commands.execute(new ConfirmSecondFactor(userId, formText(form, 'code'), origin)));
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        const shown = { secret: formText(form, 'secret').slice(0, 64), address: formText(form, 'address').slice(0, 500) };
        return setUpPage(
          formText(form, 'ticket'),
          shown,
          'The code is wrong. Wait for the next one, and look at the clock of your device.',
        );
      }
    });
  }

  @Post('recovery-codes')
  @FormBody()
  @HttpCode(200)
  replaceCodes(@Body() form: unknown): Promise<WebPage> {
    return answering({}, async () => {
      const { userId, origin } = await this.holderOf(form);
      return recoveryCodesPage(await this.commands.execute(new ReplaceRecoveryCodes(userId, origin)));
    });
  }

  @Post('disable')
  @FormBody()
  @HttpCode(200)
  disable(@Body() form: unknown): Promise<WebPage> {
    return answering({}, async () => {
      const { userId, origin } = await this.holderOf(form);
      await this.commands.execute(new DisableSecondFactor(userId, 'user', origin));
      return secondFactorOffPage();
    });
  }

  private async begin(userId: string, generation: number): Promise<WebPage> {
    const { ticket } = this.identity.secondFactorTickets.issue('manage', userId, generation, this.app.clock());
    const { origin } = await this.holderOf({ ticket });
    return setUpPage(ticket, await this.commands.execute(new StartSecondFactorSetup(userId, origin)));
  }

  private async manage(userId: string, generation: number): Promise<WebPage> {
    const { active } = (await this.app.live.get(secondFactorStream, userId)).state;
    const { ticket } = this.identity.secondFactorTickets.issue('manage', userId, generation, this.app.clock());
    return manageSecondFactorPage(ticket, active?.recoveryCodeHashes.length ?? 0);
  }

  /** Who has the form's ticket. Throws `Rejected('invalid_token')`. */
  private async holderOf(form: unknown): Promise<{ readonly userId: string; readonly origin: Origin }> {
    const at = this.app.clock().toISOString();
    const ticket = this.identity.secondFactorTickets.verify('manage', formText(form, 'ticket'), at);
    const { state: user } = await this.app.live.get(userStream, ticket?.userId ?? '');
    if (user.kind !== 'registered' || user.sessionGeneration !== ticket?.generation) throw new Rejected('invalid_token', 'Invalid ticket');
    const { userId, organizationId } = user;
    return { userId, origin: { ...requestOrigin(), organizationId, actor: { type: 'user', id: userId }, occurredAt: at } };
  }
}

const answering = (others: Readonly<Record<string, () => WebPage>>, make: () => Promise<WebPage>): Promise<WebPage> =>
  replaceRefusalByPage(
    {
      invalid_token: () => secondFactorRefusedPage('invalid_token'),
      rate_limited: () => secondFactorRefusedPage('rate_limited'),
      conflict: () => secondFactorRefusedPage('conflict'),
      ...others,
    },
    make,
  );
