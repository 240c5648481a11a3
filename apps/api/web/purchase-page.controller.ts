import { Body, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { LogIn, RedeemSignInTicket, requestOrigin } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { CheckoutOrder } from '@pps/use-cases';
import type { FastifyRequest } from 'fastify';
import { SessionBody } from '../auth/session-body';
import { Commands } from '../commands/commands';
import { APP, type App } from '../../foundation/bind-app';
import { FormBody } from '../http/form-body.decorator';
import { codeOfForm, formText } from './form-fields';
import { missingPage } from './pages/failure.page';
import { purchaseExpiredPage, purchasePage } from './pages/purchase.page';
import { enterCodePage } from './pages/second-factor.page';
import { googleSignIn, orderIn, PaymentOffers, sellsPlans } from './payment-offers';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import type { WebPage } from './web-page';
import { WebPages } from './web-page.decorator';

/** Buying a plan in the browser: sign in, then go on to the payment. Where no plan is sold there are no such pages. */
@WebPages('/billing/buy')
export class PurchasePageController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration' | 'clock'>,
    private readonly commands: Commands,
    private readonly sessions: SessionBody,
    private readonly offers: PaymentOffers,
  ) {}

  @Get()
  open(@Query() query: unknown): WebPage {
    const order = this.orderOf(query);
    return order ? purchasePage(this.viewOf(order)) : missingPage();
  }

  @Post()
  @FormBody()
  @HttpCode(200)
  async prove(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const order = this.orderOf(form);
    if (!order) return missingPage();
    const [email, password] = [formText(form, 'email').slice(0, 254), formText(form, 'password')];
    const wrong = () => purchasePage(this.viewOf(order), email, 'The e-mail address or the password is wrong.');
    return replaceRefusalByPage({ invalid_credentials: wrong, invalid_token: purchaseExpiredPage }, async () => {
      const user = await this.commands.execute(new LogIn(email, password, ip));
      try {
        return await this.offers.offer(await this.sessions.openDefault(user, 'password', headers['user-agent']), order);
      } catch (error) {
        const ticket = error instanceof Rejected && error.code === 'second_factor_required' ? error.context['ticket'] : undefined;
        if (typeof ticket !== 'string') throw error;
        return enterCodePage('billing/buy/second-factor', codeFields(ticket, order));
      }
    });
  }

  @Post('second-factor')
  @FormBody()
  @HttpCode(200)
  async enterCode(@Body() form: unknown, @Req() { ip, headers }: FastifyRequest): Promise<WebPage> {
    const order = this.orderOf(form);
    if (!order) return missingPage();
    const ticket = formText(form, 'ticket');
    const wrong = () => enterCodePage('billing/buy/second-factor', codeFields(ticket, order), 'The code is wrong, or was used before.');
    return replaceRefusalByPage({ invalid_credentials: wrong, invalid_token: purchaseExpiredPage }, async () => {
      const redeemed = new RedeemSignInTicket(ticket, codeOfForm(form, ip), this.app.clock().toISOString(), requestOrigin());
      const user = await this.commands.execute(redeemed);
      return this.offers.offer(await this.sessions.openDefault(user, 'both_factors', headers['user-agent']), order);
    });
  }

  private orderOf(fields: unknown): CheckoutOrder | null {
    return sellsPlans(this.app.configuration) ? orderIn(fields) : null;
  }

  private viewOf(order: CheckoutOrder) {
    return { order, google: googleSignIn(this.app.configuration, order) };
  }
}

const codeFields = (ticket: string, { plan, billingCycle }: CheckoutOrder) => ({ ticket, plan, billing_cycle: billingCycle });
