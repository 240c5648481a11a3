import type { Page } from 'playwright-core';
import type { Account } from '../setup/account';
import { startBrowser, type TestBrowser } from '../web/browser';
import { startWebService, type WebService } from '../web/web-service';
import { furnishedAccount, type FurnishedAccount } from './furnished-account';
import { openConsole } from './open-console';

export interface FurnishedPage<A extends Account> {
  readonly service: WebService;
  readonly browser: TestBrowser;
  readonly account: A;
  readonly page: Page;
}

/** A service, and a window at a path of its console signed in as somebody who has things; a script of others that runs there is an error. */
export async function furnishedPage<A extends Account = FurnishedAccount>(
  settings: Record<string, string>,
  path: string,
  furnish: (service: WebService) => Promise<A> = async ({ call }) => (await furnishedAccount(call)) as Account as A,
): Promise<FurnishedPage<A>> {
  const [service, browser] = await Promise.all([startWebService(settings), startBrowser()]);
  const account = await furnish(service);
  const page = await openConsole(service, browser, account, path);
  page.on('dialog', () => {
    throw new Error('a script of somebody else ran');
  });
  return { service, browser, account, page };
}
