import { Body, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { LogIn, RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP, type App } from '../../foundation/bind-app';
import { SessionBody } from '../auth/session-body';
import { Commands } from '../commands/commands';
import { FormBody } from '../http/form-body.decorator';
import { CountsLimit, RateLimited } from '../limits/rate-limit.guard';
import { codeOfForm, formText } from './form-fields';
import { proposalGonePage, proposalLimitedPage, proposalSignInPage } from './pages/proposal-steps.page';
import { enterCodePage } from './pages/second-factor.page';
import { googleSignInForProposal, ProposalAnswers } from './proposal-answers';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

/** Where a person looks at what is proposed to him, and agrees or declines item by item. Opening it does nothing. */
@WebPages('/proposal')
export class ProposalPageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'clock' | 'configuration' | 'rateLimits'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly proposals: ProposalAnswers,
  ) {}

  /** Looks nothing up: whether there is such a proposal is told to who has signed in. */
  @Get()
  @RateLimited('link_uses')
  open(@Query() query: unknown): WebPage {
    return this.signInPage(formText(query, 'id'));
  }

  @Post()
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  prove(
    @Body() form: unknown,
    @Req() { ip, headers }: FastifyRequest,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<WebPage> {
    const [id, email] = [formText(form, 'id').slice(0, 64), formText(form, 'email').slice(0, 254)];
    const wrong = () => this.signInPage(id, email, 'The e-mail address or the password is wrong.');
    return answering({ invalid_credentials: wrong }, async () => {
      const user = await this.commands.execute(new LogIn(email, formText(form, 'password'), ip));
      try {
        return await this.proposals.offer(await this.sessions.openDefault(user, 'password', headers['user-agent']), id, raw);
      } catch (error) {
        const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof ticket !== 'string') throw error;
        return enterCodePage('proposal/second-factor', { ticket, id });
      }
    });
  }

  @Post('second-factor')
  @RateLimited('link_uses')
  @FormBody()
  @HttpCode(200)
  enterCode(
    @Body() form: unknown,
    @Req() { ip, headers }: FastifyRequest,
    @Res({ passthrough: true }) { raw }: FastifyReply,
  ): Promise<WebPage> {
    const [ticket, id] = [formText(form, 'ticket'), formText(form, 'id').slice(0, 64)];
    const wrong = () => enterCodePage('proposal/second-factor', { ticket, id }, 'The code is wrong, or was used before.');
    return answering({ invalid_credentials: wrong }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const user = await this.commands.execute(redeemed);
      return this.proposals.offer(await this.sessions.openDefault(user, 'both_factors', headers['user-agent']), id, raw);
    });
  }

  /** A person may answer a hundred items one by one, from wherever he is; forms that are none of ours count by their address. */
  @Post('answer')
  @CountsLimit('link_uses')
  @FormBody(true)
  @HttpCode(200)
  answer(@Body() form: unknown, @Req() { ip }: FastifyRequest, @Res({ passthrough: true }) { raw }: FastifyReply): Promise<WebPage> {
    return answering({}, async () => {
      try {
        return await this.proposals.answer(form, raw);
      } catch (error) {
        if (error instanceof Rejected && error.code === 'invalid_token') await this.app.rateLimits.require('link_uses', ip);
        throw error;
      }
    });
  }

  private signInPage(id: string, email?: string, problem?: string): WebPage {
    const shown = id.slice(0, 64);
    return proposalSignInPage(
      { id: shown, google: googleSignInForProposal(this.app.configuration as App['configuration'], shown) },
      email,
      problem,
    );
  }
}

const answering = (others: Readonly<Record<string, () => WebPage>>, make: () => Promise<WebPage>): Promise<WebPage> =>
  replaceRefusalByPage({ invalid_token: proposalGonePage, rate_limited: proposalLimitedPage, ...others }, () =>
    make().catch((error: unknown) => {
      if (error instanceof NotFound) return proposalGonePage();
      throw error;
    }),
  );
