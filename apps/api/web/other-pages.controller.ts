import { Get, Inject, Param, Query } from '@nestjs/common';
import { plans } from '@pps/billing';
import { isUuid } from '@pps/kernel';
import { CONFIGURATION, features, type Configuration } from '@pps/runtime';
import { textField } from './form-fields';
import type { Page } from './page';
import { billingPage } from './pages/billing.page';
import { askToReconnect, connected, notConnected, nothingToConnect } from './pages/connections.page';
import { missingPage } from './pages/failure.page';
import { homePage } from './pages/home.page';
import { WebPages } from './web-page.decorator';

/** Pages that only tell something. */
@WebPages()
export class OtherPagesController {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  @Get()
  home(): Page {
    return homePage(features(this.configuration).google.state === 'enabled');
  }

  @Get('connections')
  connections(@Query() query: unknown): Page {
    const error = textField(query, 'error');
    if (error !== '') return notConnected(error);
    const named = textField(query, 'account_id');
    const accountId = isUuid(named) ? named : null;
    if (textField(query, 'status') === 'connected') return connected(accountId);
    return accountId === null ? nothingToConnect() : askToReconnect(accountId);
  }

  @Get('billing')
  billing(): Page {
    return billingPage(Object.values(plans));
  }

  @Get('*')
  missing(@Param('*') path: string): Page {
    return path === '' ? this.home() : missingPage();
  }
}
