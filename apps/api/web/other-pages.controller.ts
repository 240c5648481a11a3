import { Get, Inject, Param, Query } from '@nestjs/common';
import { planNames, plans, plansForSale, priceCatalogue } from '@pps/billing';
import { isUuid } from '@pps/kernel';
import { features } from '@pps/runtime';
import { formText } from './form-fields';
import { sellsPlans } from './payment-offers';
import type { WebPage } from './web-page';
import { billingPage, paymentCanceledPage, paymentSucceededPage } from './pages/billing.page';
import { reconnectPage, accountConnectedPage, accountNotConnectedPage, nothingToConnectPage } from './pages/connections.page';
import { missingPage } from './pages/failure.page';
import { homePage } from './pages/home.page';
import { WebPages } from './web-page.decorator';
import { APP, type App } from '../../foundation/bind-app';

/** Pages without a form. */
@WebPages()
export class OtherPagesController {
  constructor(@Inject(APP) private readonly app: Pick<App, 'configuration'>) {}

  @Get()
  home(): WebPage {
    return homePage(features(this.app.configuration).google.state === 'enabled');
  }

  @Get('connections')
  connections(@Query() query: unknown): WebPage {
    const error = formText(query, 'error');
    if (error !== '') return accountNotConnectedPage(error);
    const named = formText(query, 'account_id');
    const accountId = isUuid(named) ? named : null;
    if (formText(query, 'status') === 'connected') return accountConnectedPage(accountId);
    return accountId === null ? nothingToConnectPage() : reconnectPage(accountId);
  }

  @Get('billing')
  billing(): WebPage {
    const offered = planNames.map((plan) => ({
      ...plans[plan],
      plan,
      prices: priceCatalogue.prices[plan],
      isForSale: plansForSale.some((each) => each === plan),
    }));
    return billingPage(offered, sellsPlans(this.app.configuration));
  }

  @Get('billing/success')
  paymentSucceeded(): WebPage {
    return paymentSucceededPage();
  }

  @Get('billing/canceled')
  paymentCanceled(): WebPage {
    return paymentCanceledPage();
  }

  @Get('*')
  missing(@Param('*') path: string): WebPage {
    return path === '' ? this.home() : missingPage();
  }
}
