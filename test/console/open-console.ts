import type { BrowserContextOptions, Page } from 'playwright-core';
import { password, type Account } from '../setup/account';
import type { TestBrowser } from '../web/browser';
import type { WebService } from '../web/web-service';

/** A window of the console, signed in as somebody in a browser without history. */
export async function openConsole(
  { url, call }: Pick<WebService, 'url' | 'call'>,
  browser: TestBrowser,
  { email }: Pick<Account, 'email'>,
  path = '',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.open(options);
  const { status, headers } = await call('POST', '/v1/auth/login', { email, password, carrier: 'cookie' });
  const [, name = '', value = ''] = /^(\w+)=([^;]+);/.exec(headers.get('set-cookie') ?? '') ?? [];
  if (status !== 200 || value === '') throw new Error(`not signed in: ${status}`);
  await page.context().addCookies([
    { name, value, url, httpOnly: true, sameSite: 'Strict' },
    { name: 'pps_console', value: '1', url: `${url}/app` },
  ]);
  await page.goto(`${url}/app${path}`);
  return page;
}

/** Waits until a heading of the first level says so. */
export const showsPage = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits until changes are told to the window. */
export const isLive = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor();
