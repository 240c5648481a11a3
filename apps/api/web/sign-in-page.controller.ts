import { Body, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { RedeemHandoff, RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { FormBody } from '../http/form-body.decorator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../commands/commands';
import { SessionBody } from '../auth/session-body';
import { returningBrowser } from '../browsers/browser-mark';
import { codeOfForm, formText } from './form-fields';
import type { WebPage } from './web-page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { enterCodePage } from './pages/second-factor.page';
import { completePurchaseSignInPage } from './pages/purchase.page';
import { completeSignInPage, notSignedInPage, signedInPage, type SignedInView } from './pages/sign-in.page';
import { WebPages } from './web-page.decorator';
import { RateLimited } from '../limits/rate-limit.guard';
import { APP, type App } from '../../foundation/bind-app';
import type { Configuration } from '@pps/runtime';
import type { CheckoutOrder } from '@pps/use-cases';
import { isPath } from '../google/google.dto';
import { authorizeGonePage, completeAuthorizeSignInPage } from './pages/authorize.page';
import { questionInCookie, questionAt } from './question-cookie';
import { ProgramConsents } from './program-consents';
import { DeviceConsents, userCodeAt } from './device-consents';
import { completeDeviceSignInPage } from './pages/device.page';
import { completeProposalSignInPage } from './pages/proposal-steps.page';
import { proposalAt, ProposalAnswers } from './proposal-answers';
import { webRoot } from './render-page';
import { orderAt, PaymentOffers, sellsPlans } from './payment-offers';

/** Where a sign-in with Google ends: the handoff becomes a session, for who has a second factor by way of a code. */
@WebPages('/auth')
export class SignInPageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly offers: PaymentOffers,
    private readonly devices: DeviceConsents,
    private readonly programs: ProgramConsents,
    private readonly proposals: ProposalAnswers,
  ) {}

  @Get('complete')
  arrive(@Query() query: unknown): WebPage {
    const token = formText(query, 'token');
    const error = formText(query, 'error');
    if (token === '' || error !== '') return notSignedInPage(error);
    const next = formText(query, 'next');
    const order = this.orderOf(next);
    if (order) return completePurchaseSignInPage(order, { token, next });
    if (questionAt(next, this.app.configuration) !== null) return completeAuthorizeSignInPage({ token, next });
    if (proposalAt(next, this.app.configuration) !== null) return completeProposalSignInPage({ token, next });
    const userCode = userCodeAt(next, this.app.configuration);
    return userCode === null ? completeSignInPage(token, next) : completeDeviceSignInPage(userCode, { token, next });
  }

  @Post('complete')
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  complete(@Body() form: unknown, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) { raw }: FastifyReply): Promise<WebPage> {
    const next = formText(form, 'next');
    return replaceRefusalByPage({ invalid_token: () => notSignedInPage('invalid_token') }, async () => {
      const from = returningBrowser(headers, this.app.configuration.PUBLIC_URL);
      const redeemed = new RedeemHandoff(formText(form, 'token'), from, this.app.clock().toISOString(), requestOrigin());
      const signedIn = await this.commands.execute(redeemed);
      try {
        const session = await this.sessions.openDefault(signedIn, 'token', headers['user-agent']);
        return await this.signedIn(session, signedIn.isNewUser, next, { headers, raw });
      } catch (error) {
        const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof ticket !== 'string') throw error;
        return enterCodePage('auth/second-factor', { ticket, next });
      }
    });
  }

  @Post('second-factor')
  @FormBody()
  @HttpCode(200)
  enterCode(
    @Body() form: unknown,
    @Req() { ip, headers }: FastifyRequest,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<WebPage> {
    const [ticket, next] = [formText(form, 'ticket'), formText(form, 'next')];
    const wrong = () => enterCodePage('auth/second-factor', { ticket, next }, 'The code is wrong, or was used before.');
    return replaceRefusalByPage({ invalid_token: () => notSignedInPage('invalid_token'), invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const user = await this.commands.execute(redeemed);
      const session = await this.sessions.openDefault(user, 'both_factors', headers['user-agent']);
      return this.signedIn(session, false, next, { headers, raw });
    });
  }

  /** Who signed in to buy a plan is led to its payment, and who did for a terminal or another program to what it may do. */
  private async signedIn(
    session: OpenedSession,
    isNew: boolean,
    next: string,
    { headers, raw }: Pick<FastifyRequest, 'headers'> & Pick<FastifyReply, 'raw'>,
  ): Promise<WebPage> {
    const asked = questionAt(next, this.app.configuration);
    if (asked !== null)
      return replaceRefusalByPage({ invalid_token: authorizeGonePage }, async () => {
        const request = this.programs.questionOf(
          questionInCookie(headers),
          returningBrowser(headers, this.app.configuration.PUBLIC_URL).browser,
        );
        return request.requestId === asked ? this.programs.offer(session, request) : authorizeGonePage();
      });
    const order = this.orderOf(next);
    if (order) return this.offers.offer(session, order);
    const proposalId = proposalAt(next, this.app.configuration);
    if (proposalId !== null) return this.proposals.offer(session, proposalId, raw);
    const userCode = userCodeAt(next, this.app.configuration);
    return userCode !== null
      ? this.devices.offer(session, userCode)
      : signedInPage(signedInView(session, isNew, wayOn(next, this.app.configuration)));
  }

  private orderOf(next: string): CheckoutOrder | null {
    const { configuration } = this.app;
    return sellsPlans(configuration) ? orderAt(next, configuration) : null;
  }
}

type OpenedSession = Awaited<ReturnType<SessionBody['openDefault']>>;

/** What the page at the end of a sign-in shows of the session. */
const signedInView = (
  { user, organization, access_token, expires_in }: OpenedSession,
  isNew: boolean,
  next: string | null,
): SignedInView => ({
  name: user.full_name,
  email: user.email,
  workspace: organization.name,
  isNew,
  accessToken: access_token,
  seconds: expires_in,
  next,
});

/** The path to go on to; null for none. It may have been tampered with since Google was asked, so it is looked at once more. */
const wayOn = (next: string, configuration: Configuration): string | null =>
  isPath(next) && next !== webRoot(configuration) ? next : null;
